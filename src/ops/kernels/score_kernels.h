#pragma once

#include "ops/kernels/pair_side.h"

namespace disgnn::ops {

/// out[entry, c] = score of p[row, c, :] and q[other, c, :]
template <typename T>
struct ScoreTask {
  ScoreKind kind;
  PairSide side;  ///< by row
  ChannelSizes size;
  NodeTable<const T> p;
  NodeTable<const T> q;
  const T* w;  ///< [C, H], never read for kDot
  T* out;
};
void score_rows(const ScoreTask<float>& task, RowRange rows);
void score_rows(const ScoreTask<double>& task, RowRange rows);

/// The gradient of one end: with g = gradient[entry, c]
///   kMlp: dp[row, c, :] (+)= sum of g * w * LeakyReLU'(p + q),  dw[c, :] += the share asked for
///   kDot: dp[row, c, :] (+)= sum of g * q
/// Seen by column, with p and q exchanged, it is the gradient of the other end.
template <typename T>
struct ScoreGradientTask {
  ScoreKind kind;
  PairSide side;
  ChannelSizes size;
  NodeTable<const T> p;
  NodeTable<const T> q;
  const T* w;
  const T* gradient;  ///< [entries, C]
  NodeTable<T> dp;
  T* dw;  ///< [C, H]
  WeightShare share;
  bool add;  ///< to the dp that is there, instead of replacing it
};
void score_gradient_rows(const ScoreGradientTask<float>& task, RowRange rows);
void score_gradient_rows(const ScoreGradientTask<double>& task, RowRange rows);

/// The gradient of the sending ends for pairs that have no index by column: walks through all rows
/// and adds to dq[column, c, :] of the columns in `columns`, in the order of the rows. Each column
/// belongs to one call, so there are no atomics and the sums do not depend on how columns are cut.
template <typename T>
struct ScoreScatterTask {
  ScoreKind kind;
  PairSide side;  ///< by row
  std::int64_t rows;
  ChannelSizes size;
  NodeTable<const T> p;
  NodeTable<const T> q;
  const T* w;
  const T* gradient;  ///< [entries, C]
  NodeTable<T> dq;
};
void scatter_score_gradient(const ScoreScatterTask<float>& task, RowRange columns);
void scatter_score_gradient(const ScoreScatterTask<double>& task, RowRange columns);

/// out[row, c, :] = sum over entries of a[entry, c] * x[other, c, :]
template <typename T>
struct WeightedSumTask {
  PairSide side;
  ChannelSizes size;
  const T* a;
  NodeTable<const T> x;
  NodeTable<T> out;
};
void weighted_sum_rows(const WeightedSumTask<float>& task, RowRange rows);
void weighted_sum_rows(const WeightedSumTask<double>& task, RowRange rows);

}  // namespace disgnn::ops
