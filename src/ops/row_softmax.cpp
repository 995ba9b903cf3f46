#include "disgnn/ops/row_softmax.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include <cmath>
#include <limits>

#include "disgnn/core/error.h"
#include "ops/row_chunks.h"
#include "ops/saved.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// Entries first .. last-1 of one row and one channel; values lie `stride` apart.
template <typename T>
void softmax_row(const T* scores, T* out, EntryId first, EntryId last, std::int64_t stride) {
  T largest = -std::numeric_limits<T>::infinity();
  for (EntryId e = first; e < last; ++e) largest = std::max(largest, scores[e * stride]);
  T sum = 0;
  for (EntryId e = first; e < last; ++e) {
    out[e * stride] = std::exp(scores[e * stride] - largest);
    sum += out[e * stride];
  }
  for (EntryId e = first; e < last; ++e) out[e * stride] /= sum;
}

/// d scores = A * (dA - sum over the row of A * dA)
template <typename T>
void softmax_row_gradient(const T* weights, const T* gradient, T* out, EntryId first, EntryId last,
                          std::int64_t stride) {
  T mean = 0;
  for (EntryId e = first; e < last; ++e) mean += weights[e * stride] * gradient[e * stride];
  for (EntryId e = first; e < last; ++e) {
    out[e * stride] = weights[e * stride] * (gradient[e * stride] - mean);
  }
}

/// Calls body(first entry, last entry, channel) for every row and channel.
template <typename Body>
void for_each_row(const PairIndex& index, std::int64_t channels, const Body& body) {
  const auto offsets = index.offsets();
  for_each_chunk(row_chunks(offsets), [&](auto, std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
      for (std::int64_t c = 0; c < channels; ++c) body(offsets[row], offsets[row + 1], c);
    }
  });
}

class RowSoftmax : public torch::autograd::Function<RowSoftmax> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& scores_in,
                            const PairIndexPtr& index) {
    const at::Tensor scores = scores_in.contiguous();
    const std::int64_t channels = scores.size(1);
    at::Tensor out = at::empty_like(scores);
    AT_DISPATCH_FLOATING_TYPES(scores.scalar_type(), "row_softmax", [&] {
      const auto* const in = scores.data_ptr<scalar_t>();
      auto* const to = out.data_ptr<scalar_t>();
      for_each_row(*index, channels, [&](EntryId first, EntryId last, std::int64_t c) {
        softmax_row(in + c, to + c, first, last, channels);
      });
    });
    save(ctx, "index", index);
    ctx->save_for_backward({out});
    return out;
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto index = take<PairIndexPtr>(ctx, "index");
    const at::Tensor weights = ctx->get_saved_variables()[0];
    const at::Tensor gradient = gradients[0].contiguous();
    const std::int64_t channels = weights.size(1);
    at::Tensor out = at::empty_like(weights);
    AT_DISPATCH_FLOATING_TYPES(weights.scalar_type(), "row_softmax_gradient", [&] {
      const auto* const in = weights.data_ptr<scalar_t>();
      const auto* const from = gradient.data_ptr<scalar_t>();
      auto* const to = out.data_ptr<scalar_t>();
      for_each_row(*index, channels, [&](EntryId first, EntryId last, std::int64_t c) {
        softmax_row_gradient(in + c, from + c, to + c, first, last, channels);
      });
    });
    return {out, {}};
  }
};

}  // namespace

at::Tensor row_softmax(const at::Tensor& scores, const PairIndexPtr& index) {
  DISGNN_ASSERT(scores.dim() == 2 && scores.size(0) == index->entries());
  return RowSoftmax::apply(scores, index);
}

}  // namespace disgnn::ops
