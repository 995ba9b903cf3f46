#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace disgnn {

using NodeId = std::int32_t;
using EntryId = std::int64_t;

/// One pair (row v, column u). In a graph, v receives the message that u sends.
struct NodePair {
  NodeId row;
  NodeId column;
  // NOLINTNEXTLINE(modernize-use-nullptr): a false alarm about comparisons that are made by default
  friend auto operator<=>(const NodePair&, const NodePair&) = default;
};

/// A set of node pairs, readable by row and by column. Pairs ("entries") are numbered 0..M-1 in row
/// order. The graph's edges, the sampled pairs of the pretext tasks and the pattern of a sparse
/// feature matrix (rows = nodes, columns = features) share this one layout, so that every kernel
/// runs on all of them.
///
/// By row:    entries offsets()[v] .. offsets()[v+1]-1 belong to row v and have columns()[e].
/// By column: positions column_offsets()[u] .. [u+1]-1 list the rows column_rows()[k] and the
///            entry numbers column_entries()[k] of the pairs whose column is u, rows ascending.
class PairIndex {
 public:
  /// What is built: a large throw-away set that is only read row by row can do without the rest.
  enum class Sides : std::uint8_t {
    kBoth,
    kRowsOnly,  ///< nothing by column
  };

  /// From CSR arrays (columns may be unsorted within a row) of a square pattern. O(N + M).
  static std::shared_ptr<const PairIndex> from_rows(NodeId nodes, std::vector<EntryId> offsets,
                                                    std::vector<NodeId> columns);
  /// The same for a pattern whose columns are something else than nodes, such as features.
  static std::shared_ptr<const PairIndex> from_rows(NodeId nodes, NodeId column_nodes,
                                                    std::vector<EntryId> offsets,
                                                    std::vector<NodeId> columns,
                                                    Sides sides = Sides::kBoth);
  /// From pairs in any order; stable counting sort by row. O(N + M).
  /// `order`, if given, receives for every entry the position of its pair in `pairs`.
  static std::shared_ptr<const PairIndex> from_pairs(NodeId nodes, std::span<const NodePair> pairs,
                                                     std::vector<EntryId>* order = nullptr);

  [[nodiscard]] NodeId nodes() const { return nodes_; }
  [[nodiscard]] NodeId column_nodes() const { return column_nodes_; }  ///< = nodes() if square
  [[nodiscard]] EntryId entries() const { return static_cast<EntryId>(columns_.size()); }

  [[nodiscard]] bool has_columns() const { return has_columns_; }

  [[nodiscard]] std::span<const EntryId> offsets() const { return offsets_; }  ///< N+1
  [[nodiscard]] std::span<const NodeId> columns() const { return columns_; }   ///< M
  /// [M] the row of every entry, made anew: few need it.
  [[nodiscard]] std::vector<NodeId> expanded_rows() const;
  [[nodiscard]] std::span<const EntryId> column_offsets() const {
    return symmetric_ ? offsets_ : column_offsets_;
  }
  [[nodiscard]] std::span<const NodeId> column_rows() const {  ///< M
    return symmetric_ ? columns_ : column_rows_;
  }
  [[nodiscard]] std::span<const EntryId> column_entries() const { return column_entries_; }  ///< M

 private:
  PairIndex() = default;
  void add_columns(std::span<const EntryId> offsets, std::span<const NodeId> columns);

  NodeId nodes_ = 0;
  NodeId column_nodes_ = 0;
  bool has_columns_ = false;
  bool symmetric_ = false;  // rows and columns list the same: the column arrays are not kept
  std::vector<EntryId> offsets_;
  std::vector<NodeId> columns_;
  std::vector<EntryId> column_offsets_;
  std::vector<NodeId> column_rows_;
  std::vector<EntryId> column_entries_;
};

}  // namespace disgnn
