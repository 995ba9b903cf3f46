#pragma once

#include <memory>
#include <span>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// How edge pairs become a graph.
struct GraphOptions {
  /// Keep the direction of the pairs: (source, target) then lets target receive from source only.
  bool keep_direction = false;
};

/// What building threw away, for audits.
struct GraphCounts {
  std::int64_t pairs = 0;       ///< pairs handed in
  std::int64_t self_loops = 0;  ///< pairs (v, v) among them (every node gets exactly one anyway)
  std::int64_t repeated_pairs = 0;  ///< pairs seen before (in either direction unless kept)
};

/// An immutable graph in compressed rows: row v lists, in ascending order, the nodes v receives
/// from, its own self loop included. Entry count E = 2 * undirected edges + N when symmetrised.
class Graph {
 public:
  Graph() = default;
  Graph(std::shared_ptr<const PairIndex> index, bool symmetric);

  [[nodiscard]] NodeId nodes() const { return index_ ? index_->nodes() : 0; }
  [[nodiscard]] EntryId entries() const { return index_ ? index_->entries() : 0; }
  [[nodiscard]] bool symmetric() const { return symmetric_; }
  /// Columns of row v, ascending, v itself included.
  [[nodiscard]] std::span<const NodeId> neighbours(NodeId v) const;
  /// O(log degree).
  [[nodiscard]] bool has_entry(NodeId row, NodeId column) const;
  [[nodiscard]] const std::shared_ptr<const PairIndex>& index() const { return index_; }
  /// For a symmetric graph: the entry (u, v) of every entry (v, u); size E, else empty.
  [[nodiscard]] std::span<const EntryId> reverse_entries() const;

 private:
  std::shared_ptr<const PairIndex> index_;
  bool symmetric_ = true;
};

struct BuiltGraph {
  Graph graph;
  /// For every entry the position of the first pair it stems from, -1 for self loops; size E.
  std::vector<std::int64_t> entry_pair;
  GraphCounts counts;
};

/// Symmetrises (unless direction is kept), drops duplicates and adds one self loop per node.
/// `pairs` hold (source, target); indices must lie in [0, nodes). O(N + E log max-degree).
BuiltGraph build_graph(NodeId nodes, std::span<const NodePair> pairs,
                       const GraphOptions& options = {});

}  // namespace disgnn
