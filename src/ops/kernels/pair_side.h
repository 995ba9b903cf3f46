#pragma once

#include <cstdint>

#include "disgnn/core/error.h"
#include "disgnn/graph/pair_index.h"
#include "disgnn/ops/score_kind.h"

/// What all kernels share. Each kernel runs on plain memory and on a range of rows, is compiled
/// once per instruction set (SSE2, SSE4, AVX2, AVX-512 …), and the best one is chosen when the
/// program runs. A row is always computed by one call in a fixed order, so results do not depend on
/// how rows are spread over threads.
namespace disgnn::ops {

/// A pair index seen from one side. By row: others = columns, entries = null (position = entry).
/// By column: others = rows, entries maps positions to entries.
struct PairSide {
  const EntryId* offsets;
  const NodeId* others;
  const EntryId* entries;

  [[nodiscard]] EntryId entry(EntryId position) const {
    return entries != nullptr ? entries[position] : position;
  }
};

inline PairSide by_row(const PairIndex& index) {
  return {index.offsets().data(), index.columns().data(), nullptr};
}
inline PairSide by_column(const PairIndex& index) {
  DISGNN_ASSERT(index.has_columns());
  return {index.column_offsets().data(), index.column_rows().data(), index.column_entries().data()};
}

/// Which share of the gradient of w, the sum over entries of g * LeakyReLU(p + q), one sweep adds
/// up. LeakyReLU(t) = LeakyReLU'(t) * t, so the sum splits into p_v times what the sweep by row
/// sums up for v anyway, and q_u times what the sweep by column sums up for u: one product per node
/// instead of one per entry.
enum class WeightShare : std::uint8_t {
  kByNode,   ///< that of this sweep's own nodes; the other sweep adds the rest
  kByEntry,  ///< all of it, where there is no other sweep
};

struct RowRange {
  std::int64_t first;
  std::int64_t last;
};

/// C channels of H units.
struct ChannelSizes {
  std::int64_t channels;
  std::int64_t hidden;
};

/// One row of H values per node; rows may lie apart (a block of a wider table).
template <typename T>
struct NodeTable {
  T* data;
  std::int64_t stride;

  [[nodiscard]] T* row(std::int64_t node) const { return data + node * stride; }
};

/// C such tables.
template <typename T>
struct ChannelTable {
  T* data;
  std::int64_t row_stride;
  std::int64_t channel_stride;

  [[nodiscard]] NodeTable<T> channel(std::int64_t c) const {
    return {data == nullptr ? nullptr : data + c * channel_stride, row_stride};
  }
};

}  // namespace disgnn::ops
