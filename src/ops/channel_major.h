#pragma once

#include <ATen/ATen.h>

#include <type_traits>

#include "disgnn/core/error.h"
#include "ops/kernels/pair_side.h"

/// Tables of the nodes are [N, C, H] to the eye and [C][N][H] in memory: one channel of all nodes
/// is what a sweep over the pairs reads again and again, and it should lie in one piece.
namespace disgnn::ops {

/// Terms [N, B, C, H], not yet filled.
inline at::Tensor empty_terms(std::int64_t nodes, std::int64_t blocks, const ChannelSizes& size,
                              const at::TensorOptions& options) {
  return at::empty({blocks, size.channels, nodes, size.hidden}, options).permute({2, 0, 1, 3});
}

/// Messages [N, C, H], not yet filled.
inline at::Tensor empty_messages(std::int64_t nodes, const ChannelSizes& size,
                                 const at::TensorOptions& options) {
  return at::empty({size.channels, nodes, size.hidden}, options).transpose(0, 1);
}

/// The same values, one channel after the other: x[N, ..., C, H] as [..., C][N][H].
inline at::Tensor channel_major(const at::Tensor& table) {
  return table.movedim(0, -2).contiguous().movedim(-2, 0);
}

/// Whether units lie side by side and rows apart from each other, as kernels and matrix products
/// want it. Of a dimension with one element the stride says nothing.
inline bool has_adjacent_units(const at::Tensor& table) {
  return (table.size(-1) == 1 || table.stride(-1) == 1) &&
         (table.size(0) <= 1 || table.stride(0) >= table.size(-1));
}

/// The table itself if its units lie side by side; a copy otherwise.
inline at::Tensor with_adjacent_units(const at::Tensor& table) {
  return has_adjacent_units(table) ? table : table.contiguous();
}

/// All channels of a table [*, C, H] as the kernels see it.
template <typename T>
ChannelTable<T> channel_tables(const at::Tensor& table) {
  DISGNN_ASSERT(table.dim() == 3 && has_adjacent_units(table));
  return {table.data_ptr<std::remove_const_t<T>>(), table.stride(0), table.stride(1)};
}

/// One of them.
template <typename T>
NodeTable<T> channel_table(const at::Tensor& table, std::int64_t channel) {
  return channel_tables<T>(table).channel(channel);
}

}  // namespace disgnn::ops
