#include "disgnn/graph/row_subset.h"

#include "disgnn/core/error.h"

namespace disgnn {

RowSubset select_rows(const PairIndex& index, std::span<const NodeId> nodes) {
  std::vector<EntryId> offsets{0};
  std::vector<NodeId> columns;
  std::vector<EntryId> first_entries;
  for (const NodeId v : nodes) {
    DISGNN_ASSERT(v >= 0 && v < index.nodes());
    const EntryId first = index.offsets()[v];
    const auto row = index.columns().subspan(first, index.offsets()[v + 1] - first);
    columns.insert(columns.end(), row.begin(), row.end());
    offsets.push_back(static_cast<EntryId>(columns.size()));
    first_entries.push_back(first);
  }
  return {.nodes = {nodes.begin(), nodes.end()},
          .index = PairIndex::from_rows(static_cast<NodeId>(nodes.size()), index.column_nodes(),
                                        std::move(offsets), std::move(columns)),
          .first_entries = std::make_shared<const std::vector<EntryId>>(std::move(first_entries))};
}

}  // namespace disgnn
