#include "disgnn/graph/pair_index.h"

#include <algorithm>

#include "disgnn/core/error.h"

namespace disgnn {

std::shared_ptr<const PairIndex> PairIndex::from_rows(NodeId nodes, std::vector<EntryId> offsets,
                                                      std::vector<NodeId> columns) {
  return from_rows(nodes, nodes, std::move(offsets), std::move(columns));
}

std::shared_ptr<const PairIndex> PairIndex::from_rows(NodeId nodes, NodeId column_nodes,
                                                      std::vector<EntryId> offsets,
                                                      std::vector<NodeId> columns, Sides sides) {
  DISGNN_ASSERT(offsets.size() == static_cast<std::size_t>(nodes) + 1);
  DISGNN_ASSERT(offsets.front() == 0);
  DISGNN_ASSERT(offsets.back() == static_cast<EntryId>(columns.size()));
  DISGNN_ASSERT(std::is_sorted(offsets.begin(), offsets.end()));

  auto index = std::shared_ptr<PairIndex>(new PairIndex());
  index->nodes_ = nodes;
  index->column_nodes_ = column_nodes;
  if (sides == Sides::kBoth) {
    index->add_columns(offsets, columns);
  } else {
    for (const NodeId column : columns) DISGNN_ASSERT(column >= 0 && column < column_nodes);
  }
  index->offsets_ = std::move(offsets);
  index->columns_ = std::move(columns);
  return index;
}

void PairIndex::add_columns(std::span<const EntryId> offsets, std::span<const NodeId> columns) {
  column_offsets_.assign(static_cast<std::size_t>(column_nodes_) + 1, 0);
  column_rows_.resize(columns.size());
  column_entries_.resize(columns.size());

  for (const NodeId column : columns) {
    DISGNN_ASSERT(column >= 0 && column < column_nodes_);
    ++column_offsets_[column + 1];
  }
  for (NodeId u = 0; u < column_nodes_; ++u) {
    column_offsets_[u + 1] += column_offsets_[u];
  }

  std::vector<EntryId> next(column_offsets_.begin(), column_offsets_.end() - 1);
  for (NodeId row = 0; row < nodes_; ++row) {
    for (EntryId entry = offsets[row]; entry < offsets[row + 1]; ++entry) {
      const EntryId position = next[columns[entry]]++;
      column_rows_[position] = row;
      column_entries_[position] = entry;
    }
  }
  has_columns_ = true;
  symmetric_ =
      std::ranges::equal(offsets, column_offsets_) && std::ranges::equal(columns, column_rows_);
  if (symmetric_) {
    column_offsets_ = {};
    column_rows_ = {};
  }
}

std::vector<NodeId> PairIndex::expanded_rows() const {
  std::vector<NodeId> rows(columns_.size());
  for (NodeId row = 0; row < nodes_; ++row) {
    std::fill(rows.begin() + offsets_[row], rows.begin() + offsets_[row + 1], row);
  }
  return rows;
}

std::shared_ptr<const PairIndex> PairIndex::from_pairs(NodeId nodes,
                                                       std::span<const NodePair> pairs,
                                                       std::vector<EntryId>* order) {
  std::vector<EntryId> offsets(static_cast<std::size_t>(nodes) + 1, 0);
  for (const NodePair& pair : pairs) {
    DISGNN_ASSERT(pair.row >= 0 && pair.row < nodes);
    ++offsets[pair.row + 1];
  }
  for (NodeId v = 0; v < nodes; ++v) offsets[v + 1] += offsets[v];

  std::vector<NodeId> columns(pairs.size());
  if (order != nullptr) order->resize(pairs.size());
  std::vector<EntryId> next(offsets.begin(), offsets.end() - 1);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const EntryId entry = next[pairs[i].row]++;
    columns[entry] = pairs[i].column;
    if (order != nullptr) (*order)[entry] = static_cast<EntryId>(i);
  }
  return from_rows(nodes, std::move(offsets), std::move(columns));
}

}  // namespace disgnn
