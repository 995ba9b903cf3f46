#pragma once

#include <ATen/core/Tensor.h>

#include <utility>
#include <vector>

#include "ops/chunk_sums.h"
#include "ops/kernels/pair_side.h"

/// Sweeps over all pairs of an index, channel by channel: one channel of all nodes is small enough
/// for the nearer caches, and for the pages a processor can look up at once, where the whole table
/// is not. What belongs to the entries is [C, E] here: one channel after the other.
namespace disgnn::ops {

/// One channel of values[C, E] or, the same for all channels, [1, E].
template <typename T>
const T* values_of_channel(const at::Tensor& values, std::int64_t channel) {
  return values.data_ptr<T>() + (values.size(0) == 1 ? 0 : channel * values.size(1));
}

/// A pair index seen from one side: nodes with their entries, cut into chunks of equal work.
struct Sweep {
  static Sweep by_row(const PairIndex& index);
  static Sweep by_column(const PairIndex& index);

  PairSide side;
  EntryId entries;
  std::vector<std::int64_t> chunks;
};

/// A table [*, C, H] of the nodes at hand; rows and channels may lie anywhere, units side by side.
struct OwnValues {
  // NOLINTNEXTLINE(google-explicit-constructor): the usual case
  OwnValues(at::Tensor all) : table(std::move(all)) {}
  OwnValues(at::Tensor all, const NodeId* which) : table(std::move(all)), rows(which) {}

  at::Tensor table;
  const NodeId* rows = nullptr;  ///< where in it each node is; null: at its own number
};

/// s[C, E] = score of `own` and `others` (paper, Eq. 6); w[C, H] for kMlp.
at::Tensor score_sweep(const Sweep& rows, ScoreKind kind, const OwnValues& own,
                       const at::Tensor& others, const at::Tensor& w);

/// s[1, E], summed over the channels, of which no single one is ever held.
at::Tensor score_sum_sweep(const Sweep& rows, ScoreKind kind, const OwnValues& own,
                           const at::Tensor& others, const at::Tensor& w);

/// The gradient of one end of the scores, and its share of that of w.
struct ScoreGradient {
  at::Tensor out;       ///< [*, C, H], rows as in `own`
  bool add;             ///< to what is there, instead of replacing it
  WeightShare share;    ///< of the gradient of w
  const ChunkSums& dw;  ///< [C, H] each; never touched for kDot
};
/// `gradient` is [C, E] or, the same for all channels, [1, E].
void score_gradient_sweep(const Sweep& nodes, ScoreKind kind, const OwnValues& own,
                          const at::Tensor& others, const at::Tensor& w, const at::Tensor& gradient,
                          const ScoreGradient& target);

/// out[*, C, H] = sum over entries of a[C, E] * others
void weighted_sum_sweep(const Sweep& nodes, const at::Tensor& a, const at::Tensor& others,
                        const at::Tensor& out);

}  // namespace disgnn::ops
