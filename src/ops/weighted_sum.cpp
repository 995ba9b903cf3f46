#include "disgnn/ops/weighted_sum.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include "disgnn/core/error.h"
#include "ops/row_chunks.h"
#include "ops/saved_index.h"
#include "ops/vector_loops.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

struct Sizes {
  std::int64_t channels;
  std::int64_t hidden;
  [[nodiscard]] std::int64_t width() const { return channels * hidden; }
};

/// out[row] += A[entry] * x[other] over the positions of rows [first, last), all channels.
/// By row: others = columns, entry = position. By column: others = rows, entries maps.
template <typename T>
void accumulate(const T* A, const T* x, std::span<const EntryId> offsets,
                std::span<const NodeId> others, const EntryId* entries, Sizes size, T* out,
                std::int64_t first, std::int64_t last) {
  for (std::int64_t row = first; row < last; ++row) {
    T* const target = out + row * size.width();
    for (EntryId k = offsets[row]; k < offsets[row + 1]; ++k) {
      const T* const a = A + (entries != nullptr ? entries[k] : k) * size.channels;
      const T* const source = x + others[k] * size.width();
      for (std::int64_t c = 0; c < size.channels; ++c) {
        add_scaled(target + c * size.hidden, a[c], source + c * size.hidden, size.hidden);
      }
    }
  }
}

/// dA[entry, c] = gradient[row, c, :] . V[column, c, :]
template <typename T>
void entry_gradients(const T* gradient, const T* V, const PairIndex& index, Sizes size, T* dA,
                     std::int64_t first, std::int64_t last) {
  for (std::int64_t v = first; v < last; ++v) {
    const T* const g = gradient + v * size.width();
    for (EntryId e = index.offsets()[v]; e < index.offsets()[v + 1]; ++e) {
      const T* const value = V + index.columns()[e] * size.width();
      for (std::int64_t c = 0; c < size.channels; ++c) {
        dA[e * size.channels + c] =
            dot(g + c * size.hidden, value + c * size.hidden, size.hidden);
      }
    }
  }
}

class WeightedSum : public torch::autograd::Function<WeightedSum> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& A_in, const at::Tensor& V_in,
                            const PairIndexPtr& index) {
    const at::Tensor A = A_in.contiguous();
    const at::Tensor V = V_in.contiguous();
    const Sizes size{V.size(1), V.size(2)};
    at::Tensor z = at::zeros({index->nodes(), size.channels, size.hidden}, V.options());
    AT_DISPATCH_FLOATING_TYPES(V.scalar_type(), "weighted_sum", [&] {
      for_each_chunk(row_chunks(index->offsets()), [&](auto, auto first, auto last) {
        accumulate(A.data_ptr<scalar_t>(), V.data_ptr<scalar_t>(), index->offsets(),
                   index->columns(), nullptr, size, z.data_ptr<scalar_t>(), first, last);
      });
    });
    save_index(ctx, index);
    ctx->save_for_backward({A, V});
    ctx->saved_data["A_needed"] = A_in.requires_grad();
    return z;
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const PairIndexPtr index = saved_index(ctx);
    const auto saved = ctx->get_saved_variables();
    const at::Tensor& A = saved[0];
    const at::Tensor& V = saved[1];
    const at::Tensor gradient = gradients[0].contiguous();
    const Sizes size{V.size(1), V.size(2)};
    at::Tensor dA;
    at::Tensor dV = at::zeros_like(V);
    AT_DISPATCH_FLOATING_TYPES(V.scalar_type(), "weighted_sum_backward", [&] {
      const auto* const g = gradient.data_ptr<scalar_t>();
      for_each_chunk(row_chunks(index->column_offsets()), [&](auto, auto first, auto last) {
        accumulate(A.data_ptr<scalar_t>(), g, index->column_offsets(), index->column_rows(),
                   index->column_entries().data(), size, dV.data_ptr<scalar_t>(), first, last);
      });
      if (ctx->saved_data["A_needed"].toBool()) {  // sparse features need no gradient
        dA = at::empty_like(A);
        for_each_chunk(row_chunks(index->offsets()), [&](auto, auto first, auto last) {
          entry_gradients(g, V.data_ptr<scalar_t>(), *index, size, dA.data_ptr<scalar_t>(), first,
                          last);
        });
      }
    });
    return {dA, dV, {}};
  }
};

}  // namespace

at::Tensor weighted_sum(const at::Tensor& A, const at::Tensor& V, const PairIndexPtr& index) {
  DISGNN_ASSERT(V.dim() == 3 && V.size(0) == index->column_nodes());
  DISGNN_ASSERT(A.dim() == 2 && A.size(0) == index->entries() && A.size(1) == V.size(1));
  return WeightedSum::apply(A, V, index);
}

}  // namespace disgnn::ops
