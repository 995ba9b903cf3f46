#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include "disgnn/core/error.h"
#include "disgnn/ops/channel_scores.h"
#include "disgnn/ops/weighted_sum.h"
#include "ops/row_chunks.h"
#include "ops/saved_index.h"
#include "ops/vector_loops.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

class DotScores : public torch::autograd::Function<DotScores> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& P_in,
                            const PairIndexPtr& index) {
    const at::Tensor P = P_in.contiguous();
    const std::int64_t channels = P.size(1);
    const std::int64_t hidden = P.size(2);
    at::Tensor scores = at::empty({index->entries(), channels}, P.options());
    AT_DISPATCH_FLOATING_TYPES(P.scalar_type(), "dot_scores", [&] {
      const auto* const p = P.data_ptr<scalar_t>();
      auto* const out = scores.data_ptr<scalar_t>();
      for_each_chunk(row_chunks(index->offsets()), [&](auto, auto first, auto last) {
        for (std::int64_t v = first; v < last; ++v) {
          for (EntryId e = index->offsets()[v]; e < index->offsets()[v + 1]; ++e) {
            for (std::int64_t c = 0; c < channels; ++c) {
              const std::int64_t u = index->columns()[e];
              out[e * channels + c] = dot(p + (v * channels + c) * hidden,
                                          p + (u * channels + c) * hidden, hidden);
            }
          }
        }
      });
    });
    save_index(ctx, index);
    ctx->save_for_backward({P});
    return scores;
  }

  /// s_vu = P_v . P_u, so dP_v gains g_vu P_u over v's row and g_uv P_u over v's column.
  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const PairIndexPtr index = saved_index(ctx);
    const at::Tensor P = ctx->get_saved_variables()[0];
    const at::Tensor gradient = gradients[0].contiguous();
    const std::int64_t channels = P.size(1);
    const std::int64_t hidden = P.size(2);
    at::Tensor dP = at::zeros_like(P);
    AT_DISPATCH_FLOATING_TYPES(P.scalar_type(), "dot_scores_backward", [&] {
      const auto* const p = P.data_ptr<scalar_t>();
      const auto* const g = gradient.data_ptr<scalar_t>();
      auto* const out = dP.data_ptr<scalar_t>();
      const auto add_entry = [&](std::int64_t v, EntryId e, std::int64_t u) {
        for (std::int64_t c = 0; c < channels; ++c) {
          add_scaled(out + (v * channels + c) * hidden, g[e * channels + c],
                     p + (u * channels + c) * hidden, hidden);
        }
      };
      for_each_chunk(row_chunks(index->offsets()), [&](auto, auto first, auto last) {
        for (std::int64_t v = first; v < last; ++v) {
          for (EntryId e = index->offsets()[v]; e < index->offsets()[v + 1]; ++e) {
            add_entry(v, e, index->columns()[e]);
          }
          for (EntryId k = index->column_offsets()[v]; k < index->column_offsets()[v + 1]; ++k) {
            add_entry(v, index->column_entries()[k], index->column_rows()[k]);
          }
        }
      });
    });
    return {dP, {}};
  }
};

}  // namespace

at::Tensor dot_scores(const at::Tensor& P, const PairIndexPtr& index) {
  DISGNN_ASSERT(P.dim() == 3 && P.size(0) == index->nodes());
  DISGNN_ASSERT(index->nodes() == index->column_nodes());
  return DotScores::apply(P, index);
}

at::Tensor linear_scores(const at::Tensor& p, const at::Tensor& q, const PairIndexPtr& index) {
  return gather_rows(p, index) + gather_columns(q, index);
}

}  // namespace disgnn::ops
