#include "extensions/edge_class_prior/class_agreement.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>

#include "disgnn/ops/pair_scores.h"
#include "disgnn/ops/reference.h"
#include "ops/pair_index_tensors.h"

namespace disgnn::nn {

at::Tensor class_agreement(const at::Tensor& q, const ops::PairIndexPtr& pairs,
                           ops::Kernels kernels) {
  const at::NoGradGuard no_gradients;
  if (q.size(1) < 2) return at::zeros({pairs->entries()}, q.options());  // all are of one class
  // Chance may be less than 1 in 100.
  const double chance = 1 / static_cast<double>(q.size(1));
  const double least = std::min(0.01, chance / 10);
  constexpr auto kKind = ops::ScoreKind::kDot;
  const at::Tensor table = q.detach().contiguous().view({q.size(0), 1, 1, q.size(1)});
  const at::Tensor same =
      (kernels == ops::Kernels::kFast ? ops::pair_scores(kKind, table, {}, pairs)
                                      : ops::reference::pair_scores(kKind, table, {}, pairs))
          .squeeze(1)
          .clamp(least, 1 - least);
  const at::Tensor odds = same.logit() - std::log(chance / (1 - chance));
  return odds.masked_fill(ops::rows_tensor(pairs) == ops::columns_tensor(pairs), 0);
}

}  // namespace disgnn::nn
