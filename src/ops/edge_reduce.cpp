#include "disgnn/ops/edge_reduce.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include "disgnn/core/error.h"
#include "ops/pair_index_tensors.h"
#include "ops/row_chunks.h"
#include "ops/saved.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

enum class Side : std::uint8_t { kRow, kColumn };

std::int64_t count_of(const PairIndex& index, Side side) {
  return side == Side::kRow ? index.nodes() : index.column_nodes();
}

at::Tensor gather_kernel(const at::Tensor& x, const PairIndexPtr& index, Side side) {
  return x.index_select(0, side == Side::kRow ? rows_tensor(index) : columns_tensor(index));
}

/// Adds up the entries of rows [first, last): positions are entries themselves.
/// `entries` maps positions to entries when summing by column, else is null.
template <typename T>
void sum_rows(const T* values, std::span<const EntryId> offsets, const EntryId* entries,
              std::int64_t channels, T* out, std::int64_t first, std::int64_t last) {
  for (std::int64_t row = first; row < last; ++row) {
    T* const target = out + row * channels;
    for (EntryId k = offsets[row]; k < offsets[row + 1]; ++k) {
      const T* const value = values + (entries != nullptr ? entries[k] : k) * channels;
      for (std::int64_t c = 0; c < channels; ++c) target[c] += value[c];
    }
  }
}

at::Tensor sum_kernel(const at::Tensor& values_in, const PairIndexPtr& index, Side side) {
  const at::Tensor values = values_in.contiguous();
  at::Tensor out = at::zeros({count_of(*index, side), values.size(1)}, values.options());
  if (side == Side::kColumn && !index->has_columns()) {
    return out.index_add_(0, columns_tensor(index), values);
  }
  const auto offsets = side == Side::kRow ? index->offsets() : index->column_offsets();
  const EntryId* entries = side == Side::kRow ? nullptr : index->column_entries().data();
  AT_DISPATCH_FLOATING_TYPES(values.scalar_type(), "sum_by_row", [&] {
    for_each_chunk(row_chunks(offsets), [&](auto, std::int64_t first, std::int64_t last) {
      sum_rows(values.data_ptr<scalar_t>(), offsets, entries, values.size(1),
               out.data_ptr<scalar_t>(), first, last);
    });
  });
  return out;
}

class Gather : public torch::autograd::Function<Gather> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const PairIndexPtr& index,
                            Side side) {
    save(ctx, "index", index);
    ctx->saved_data["side"] = static_cast<std::int64_t>(side);
    return gather_kernel(x, index, side);
  }
  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const Side side{static_cast<std::uint8_t>(ctx->saved_data["side"].toInt())};
    return {sum_kernel(gradients[0], take<PairIndexPtr>(ctx, "index"), side), {}, {}};
  }
};

class Sum : public torch::autograd::Function<Sum> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& values,
                            const PairIndexPtr& index, Side side) {
    save(ctx, "index", index);
    ctx->saved_data["side"] = static_cast<std::int64_t>(side);
    return sum_kernel(values, index, side);
  }
  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const Side side{static_cast<std::uint8_t>(ctx->saved_data["side"].toInt())};
    return {gather_kernel(gradients[0], take<PairIndexPtr>(ctx, "index"), side), {}, {}};
  }
};

at::Tensor gather(const at::Tensor& x, const PairIndexPtr& index, Side side) {
  DISGNN_ASSERT(x.dim() == 2 && x.size(0) == count_of(*index, side));
  return Gather::apply(x, index, side);
}

at::Tensor sum(const at::Tensor& values, const PairIndexPtr& index, Side side) {
  DISGNN_ASSERT(values.dim() == 2 && values.size(0) == index->entries());
  return Sum::apply(values, index, side);
}

}  // namespace

at::Tensor gather_rows(const at::Tensor& x, const PairIndexPtr& index) {
  return gather(x, index, Side::kRow);
}

at::Tensor gather_columns(const at::Tensor& x, const PairIndexPtr& index) {
  return gather(x, index, Side::kColumn);
}

at::Tensor sum_by_row(const at::Tensor& values, const PairIndexPtr& index) {
  return sum(values, index, Side::kRow);
}

at::Tensor sum_by_column(const at::Tensor& values, const PairIndexPtr& index) {
  return sum(values, index, Side::kColumn);
}

}  // namespace disgnn::ops
