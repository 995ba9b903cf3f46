#pragma once

#include "ops/kernels/pair_side.h"

/// Sweeps over the entries of a range of rows, for one channel: every table below holds the H units
/// of that channel, and everything per entry is of that channel.
namespace disgnn::ops {

/// The rows of the nodes at hand and of those at the other ends of their entries.
template <typename T>
struct ChannelEnds {
  PairSide side;
  std::int64_t hidden;
  const NodeId* own_rows;       ///< where in `own` each row is; null: at its own number
  NodeTable<const T> own;       ///< read once per row
  NodeTable<const T> gathered;  ///< read once per entry
  bool far;                     ///< gathered rows lie anywhere in memory: fetch them ahead

  [[nodiscard]] std::int64_t own_row(std::int64_t row) const {
    return own_rows == nullptr ? row : own_rows[row];
  }
};

/// out[entry] (+)= score of own[row, :] and gathered[other, :]
template <typename T>
struct ScoreTask {
  ScoreKind kind;
  ChannelEnds<T> ends;
  const T* w;  ///< [H], never read for kDot
  T* out;
  bool add;  ///< to what is there, instead of replacing it
};
void score_rows(const ScoreTask<float>& task, RowRange rows);
void score_rows(const ScoreTask<double>& task, RowRange rows);

/// The gradient of one end: with g = gradient[entry - first_entry]
///   kMlp: out[row, :] (+)= sum of g * w * LeakyReLU'(own + gathered),  dw += the share asked for
///   kDot: out[row, :] (+)= sum of g * gathered
/// Seen by column, with the ends exchanged, it is the gradient of the other end. `out` has its rows
/// where `own` has them.
template <typename T>
struct ScoreGradientTask {
  ScoreKind kind;
  ChannelEnds<T> ends;
  const T* w;
  const T* gradient;
  EntryId first_entry;
  NodeTable<T> out;
  T* dw;  ///< [H]
  WeightShare share;
  bool add;  ///< to the `out` that is there, instead of replacing it
};
void score_gradient_rows(const ScoreGradientTask<float>& task, RowRange rows);
void score_gradient_rows(const ScoreGradientTask<double>& task, RowRange rows);

/// The gradient of the sending ends for pairs that have no index by column: walks through all rows
/// and adds to dq[column, :] of the columns in `columns`, in the order of the rows. Each column
/// belongs to one call, so there are no atomics and the sums do not depend on how columns are cut.
template <typename T>
struct ScoreScatterTask {
  ScoreKind kind;
  PairSide side;  ///< by row
  std::int64_t rows;
  std::int64_t hidden;
  NodeTable<const T> p;
  NodeTable<const T> q;
  const T* w;
  const T* gradient;  ///< [entries]
  NodeTable<T> dq;
};
void scatter_score_gradient(const ScoreScatterTask<float>& task, RowRange columns);
void scatter_score_gradient(const ScoreScatterTask<double>& task, RowRange columns);

/// out[row, :] = sum over entries of a[entry - first_entry] * gathered[other, :]
template <typename T>
struct WeightedSumTask {
  PairSide side;
  std::int64_t hidden;
  NodeTable<const T> gathered;
  bool far;  ///< as above
  const T* a;
  EntryId first_entry;
  NodeTable<T> out;
};
void weighted_sum_rows(const WeightedSumTask<float>& task, RowRange rows);
void weighted_sum_rows(const WeightedSumTask<double>& task, RowRange rows);

}  // namespace disgnn::ops
