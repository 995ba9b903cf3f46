#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include "disgnn/core/error.h"
#include "disgnn/ops/channel_attention.h"
#include "ops/channel_major.h"
#include "ops/kernels/pair_side.h"
#include "ops/row_chunks.h"
#include "ops/saved.h"
#include "ops/softmax_messages.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// s[C, E] = p[row, c] + q[column, c]
at::Tensor linear_sweep(const PairIndex& index, const at::Tensor& p, const at::Tensor& q) {
  const std::int64_t channels = p.size(1);
  const EntryId entries = index.entries();
  at::Tensor s = at::empty({channels, entries}, p.options());
  AT_DISPATCH_FLOATING_TYPES(s.scalar_type(), "linear_sweep", [&] {
    const auto* const of_rows = p.data_ptr<scalar_t>();
    const auto* const of_columns = q.data_ptr<scalar_t>();
    auto* const out = s.data_ptr<scalar_t>();
    for_each_chunk(row_chunks(index.offsets()), [&](auto, auto first, auto last) {
      for (std::int64_t row = first; row < last; ++row) {
        for (EntryId e = index.offsets()[row]; e < index.offsets()[row + 1]; ++e) {
          const scalar_t* const column = of_columns + index.columns()[e] * channels;
          for (std::int64_t c = 0; c < channels; ++c) {
            out[c * entries + e] = of_rows[row * channels + c] + column[c];
          }
        }
      }
    });
  });
  return s;
}

/// out[node, c] = sum over the node's entries of g[C, E]
at::Tensor sum_entries(const PairSide& side, std::span<const EntryId> offsets,
                       const at::Tensor& g) {
  const std::int64_t channels = g.size(0);
  const EntryId entries = g.size(1);
  at::Tensor sums =
      at::empty({static_cast<std::int64_t>(offsets.size()) - 1, channels}, g.options());
  AT_DISPATCH_FLOATING_TYPES(g.scalar_type(), "sum_entries", [&] {
    const auto* const values = g.data_ptr<scalar_t>();
    for_each_chunk(row_chunks(offsets), [&](auto, auto first, auto last) {
      for (std::int64_t node = first; node < last; ++node) {
        for (std::int64_t c = 0; c < channels; ++c) {
          scalar_t sum = 0;
          for (EntryId k = offsets[node]; k < offsets[node + 1]; ++k) {
            sum += values[c * entries + side.entry(k)];
          }
          sums.data_ptr<scalar_t>()[node * channels + c] = sum;
        }
      }
    });
  });
  return sums;
}

class LinearAttention : public torch::autograd::Function<LinearAttention> {
 public:
  static tensor_list forward(AutogradContext* ctx, const at::Tensor& p, const at::Tensor& q,
                             const at::Tensor& v_in, const PairIndexPtr& index,
                             const EdgeWeighting& weighting) {
    const at::Tensor v = with_adjacent_units(v_in);
    const at::Tensor s = linear_sweep(*index, p.contiguous(), q.contiguous());
    const SoftmaxMessages out = softmax_messages(*index, s, v, weighting);
    save(ctx, "index", index);
    save(ctx, "weighting", weighting);
    ctx->set_materialize_grads(false);
    ctx->save_for_backward({v, out.scores, out.inverse, out.z});
    return {out.scores, out.z};
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto index = take<PairIndexPtr>(ctx, "index");
    const auto weighting = take<EdgeWeighting>(ctx, "weighting");
    const tensor_list saved = ctx->get_saved_variables();
    const at::Tensor dv = at::empty_like(saved[0]);
    const at::Tensor g = softmax_messages_backward(*index, {saved[1], saved[2], saved[3]}, saved[0],
                                                   weighting, {gradients[0], gradients[1]}, dv);
    return {sum_entries(by_row(*index), index->offsets(), g),
            sum_entries(by_column(*index), index->column_offsets(), g),
            dv,
            {},
            {}};
  }
};

}  // namespace

ChannelAttention linear_attention(const at::Tensor& p, const at::Tensor& q, const at::Tensor& v,
                                  const PairIndexPtr& index, const EdgeWeighting& weighting) {
  DISGNN_ASSERT(p.dim() == 2 && q.dim() == 2 && v.dim() == 3);
  DISGNN_ASSERT(p.size(0) == index->nodes() && q.size(0) == index->column_nodes());
  DISGNN_ASSERT(v.size(0) == index->column_nodes());
  DISGNN_ASSERT(p.size(1) == v.size(1) && q.size(1) == v.size(1));
  const auto results = LinearAttention::apply(p, q, v, index, weighting);
  return {results[0], results[1]};
}

}  // namespace disgnn::ops
