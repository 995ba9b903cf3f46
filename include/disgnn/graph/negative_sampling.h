#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "disgnn/core/random.h"
#include "disgnn/graph/graph.h"

namespace disgnn {

/// The ordered pairs (v, u) that are no entry of a graph, numbered row by row in ascending order.
/// Edge recovery draws its negatives here (docs/method.md, self-supervision 1). A graph lists every
/// self loop, so a pair (v, v) is never among them.
///
/// Before row v lie v * N - offsets[v] non-edges: the graph's own offsets are the prefix sums, and
/// no further memory is needed, however many non-edges there are.
class NonEdges {
 public:
  explicit NonEdges(const Graph& graph) : index_(graph.index()) {}

  [[nodiscard]] NodeId nodes() const { return index_ ? index_->nodes() : 0; }
  /// N * N - E.
  [[nodiscard]] std::int64_t count() const { return index_ ? before_row(index_->nodes()) : 0; }
  /// The non-edge number `rank`, 0 <= rank < count(). O(log N + log degree), mostly O(log degree).
  [[nodiscard]] NodePair at(std::int64_t rank) const;
  /// The non-edges with the ranks order(first), order(first + 1), … as many as `pairs` holds: a
  /// part of a sample, for callers that share the work out. `order` permutes count() numbers.
  void sample_part(const RandomPermutation& order, std::int64_t first,
                   std::span<NodePair> pairs) const;
  /// `count` distinct non-edges in random order, every set equally likely for all practical
  /// purposes; 0 <= count <= count(). Equal streams give equal samples. O(count * log N) time, so
  /// near-complete graphs cost no more than sparse ones.
  [[nodiscard]] std::vector<NodePair> sample(std::int64_t count, const RandomStream& stream) const;

 private:
  [[nodiscard]] NodeId row_of(std::int64_t rank) const;
  [[nodiscard]] std::int64_t before_row(NodeId row) const {
    return static_cast<std::int64_t>(row) * index_->nodes() - index_->offsets()[row];
  }

  std::shared_ptr<const PairIndex> index_;
};

}  // namespace disgnn
