#include "disgnn/graph/row_subset.h"

#include <algorithm>

#include "disgnn/core/error.h"

namespace disgnn {
namespace {

/// All columns of the rows `nodes`, ascending.
std::vector<NodeId> columns_of(const PairIndex& index, std::span<const NodeId> nodes) {
  std::vector<bool> seen(index.column_nodes(), false);
  for (const NodeId v : nodes) {
    for (EntryId e = index.offsets()[v]; e < index.offsets()[v + 1]; ++e) {
      seen[index.columns()[e]] = true;
    }
  }
  std::vector<NodeId> columns;
  for (NodeId u = 0; u < index.column_nodes(); ++u) {
    if (seen[u]) columns.push_back(u);
  }
  return columns;
}

/// The rows `nodes`, from a table that holds node u at place[u].
RowSubset rows_from_table(const PairIndex& index, std::span<const NodeId> nodes, NodeId table_rows,
                          std::span<const NodeId> place) {
  RowSubset subset;
  std::vector<EntryId> offsets{0};
  std::vector<NodeId> columns;
  for (const NodeId v : nodes) {
    DISGNN_ASSERT(v >= 0 && v < index.nodes());
    const EntryId first = index.offsets()[v];
    for (EntryId e = first; e < index.offsets()[v + 1]; ++e) {
      columns.push_back(place[index.columns()[e]]);
    }
    offsets.push_back(static_cast<EntryId>(columns.size()));
    subset.nodes.push_back(v);
    subset.positions.push_back(place[v]);
    subset.first_entries.push_back(first);
  }
  subset.index = PairIndex::from_rows(static_cast<NodeId>(nodes.size()), table_rows,
                                      std::move(offsets), std::move(columns));
  return subset;
}

/// A part of the graph that is hardly smaller is not worth an index of its own.
bool are_nearly_all(std::span<const NodeId> nodes, const PairIndex& index) {
  constexpr double kNearlyAll = 0.8;
  return static_cast<double>(nodes.size()) > kNearlyAll * index.nodes();
}

}  // namespace

RowSubset select_rows(const PairIndex& index, std::span<const NodeId> nodes) {
  std::vector<NodeId> place(index.column_nodes());
  for (NodeId u = 0; u < index.column_nodes(); ++u) place[u] = u;
  return rows_from_table(index, nodes, index.column_nodes(), place);
}

ReceptiveField receptive_field(const PairIndex& index, std::span<const NodeId> nodes,
                               std::int64_t layers) {
  DISGNN_ASSERT(index.nodes() == index.column_nodes());
  ReceptiveField field(layers);
  std::vector<NodeId> wanted(nodes.begin(), nodes.end());
  for (std::int64_t layer = layers - 1; layer >= 0 && !are_nearly_all(wanted, index); --layer) {
    // Every node has a self loop, so the rows are among their own columns.
    std::vector<NodeId> table = columns_of(index, wanted);
    if (layer == 0 || are_nearly_all(table, index)) {
      field[layer] = std::make_shared<const RowSubset>(select_rows(index, wanted));
      break;
    }
    std::vector<NodeId> place(index.nodes(), -1);
    for (std::size_t i = 0; i < table.size(); ++i) place[table[i]] = static_cast<NodeId>(i);
    field[layer] = std::make_shared<const RowSubset>(
        rows_from_table(index, wanted, static_cast<NodeId>(table.size()), place));
    wanted = std::move(table);
  }
  return field;
}

}  // namespace disgnn
