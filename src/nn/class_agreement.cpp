#include "disgnn/nn/class_agreement.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include "disgnn/ops/pair_scores.h"
#include "disgnn/ops/reference.h"
#include "ops/pair_index_tensors.h"

namespace disgnn::nn {

at::Tensor class_agreement(const at::Tensor& q, const ops::PairIndexPtr& pairs,
                           ops::Kernels kernels) {
  constexpr double kLeast = 0.01;
  constexpr auto kKind = ops::ScoreKind::kDot;
  const at::NoGradGuard no_gradients;
  const at::Tensor table = q.detach().contiguous().view({q.size(0), 1, 1, q.size(1)});
  const at::Tensor same =
      (kernels == ops::Kernels::kFast ? ops::pair_scores(kKind, table, {}, pairs)
                                      : ops::reference::pair_scores(kKind, table, {}, pairs))
          .squeeze(1)
          .clamp(kLeast, 1 - kLeast);
  const at::Tensor odds = same.logit();
  return odds.masked_fill(ops::rows_tensor(pairs) == ops::columns_tensor(pairs), 0);
}

}  // namespace disgnn::nn
