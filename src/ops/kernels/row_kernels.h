#pragma once

#include <cstdint>

#include "disgnn/graph/pair_index.h"

/// The inner loops of all edge operations, on plain memory and on a range of rows. Each is compiled
/// once per instruction set (SSE2, SSE4, AVX2, AVX-512 …) and the best one is chosen when the
/// program runs. A row is always summed by one call in a fixed order, so results do not depend on
/// how rows are spread over threads.
namespace disgnn::ops {

/// A pair index seen from one side. By row: others = columns, entries = null (position = entry).
/// By column: others = rows, entries maps positions to entries.
struct PairSide {
  const EntryId* offsets;
  const NodeId* others;
  const EntryId* entries;
};

inline PairSide by_row(const PairIndex& index) {
  return {index.offsets().data(), index.columns().data(), nullptr};
}
inline PairSide by_column(const PairIndex& index) {
  return {index.column_offsets().data(), index.column_rows().data(), index.column_entries().data()};
}

struct RowRange {
  std::int64_t first;
  std::int64_t last;
};

/// C channels of H units; every node owns C * H values.
struct ChannelSizes {
  std::int64_t channels;
  std::int64_t hidden;
  [[nodiscard]] std::int64_t width() const { return channels * hidden; }
};

/// out[row, c, :] += a[entry, c] * x[other, c, :]
template <typename T>
struct AccumulateTask {
  PairSide side;
  ChannelSizes size;
  const T* a;
  const T* x;
  T* out;
};
void accumulate_rows(const AccumulateTask<float>& task, RowRange rows);
void accumulate_rows(const AccumulateTask<double>& task, RowRange rows);

/// out[entry, c] = x[row, c, :] . y[other, c, :]
template <typename T>
struct DotTask {
  PairSide side;
  ChannelSizes size;
  const T* x;
  const T* y;
  T* out;
};
void dot_rows(const DotTask<float>& task, RowRange rows);
void dot_rows(const DotTask<double>& task, RowRange rows);

/// out[entry, c] = w[c, :] . LeakyReLU(x[row, c, :] + y[other, c, :])
template <typename T>
struct LeakyScoreTask {
  PairSide side;
  ChannelSizes size;
  const T* x;
  const T* y;
  const T* w;
  T* out;
};
void leaky_score_rows(const LeakyScoreTask<float>& task, RowRange rows);
void leaky_score_rows(const LeakyScoreTask<double>& task, RowRange rows);

/// With g = gradient[entry, c] and t = x[row, c, :] + y[other, c, :]:
///   dx[row, c, :] += g * w[c, :] * LeakyReLU'(t)
///   dw[c, :]      += g * LeakyReLU(t)               (left out when dw is null)
template <typename T>
struct LeakyScoreGradientTask {
  PairSide side;
  ChannelSizes size;
  const T* x;
  const T* y;
  const T* w;
  const T* gradient;
  T* dx;
  T* dw;
};
void leaky_score_gradient_rows(const LeakyScoreGradientTask<float>& task, RowRange rows);
void leaky_score_gradient_rows(const LeakyScoreGradientTask<double>& task, RowRange rows);

}  // namespace disgnn::ops
