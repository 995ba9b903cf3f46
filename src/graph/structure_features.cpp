#include "disgnn/graph/structure_features.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "disgnn/graph/neighbourhoods.h"

namespace disgnn {
namespace {

using Column = std::vector<double>;

std::span<const NodeId> neighbours(const PairIndex& links, NodeId v) {
  return links.columns().subspan(links.offsets()[v], links.offsets()[v + 1] - links.offsets()[v]);
}

/// log(1 + entries) of each row of an index with these offsets.
Column log_degrees(std::span<const EntryId> offsets) {
  Column result;
  result.reserve(offsets.size() - 1);
  for (std::size_t v = 0; v + 1 < offsets.size(); ++v) {
    result.push_back(std::log1p(static_cast<double>(offsets[v + 1] - offsets[v])));
  }
  return result;
}

/// Mean over the neighbours; 0 for nodes without.
Column mean_around(const PairIndex& links, const Column& of) {
  Column result(of.size(), 0);
  for (NodeId v = 0; v < links.nodes(); ++v) {
    const std::span<const NodeId> around = neighbours(links, v);
    for (const NodeId u : around) result[v] += of[u];
    if (!around.empty()) result[v] /= static_cast<double>(around.size());
  }
  return result;
}

/// A walker follows a link with probability 0.85 and jumps to any node otherwise, or where there
/// is no link to follow. 50 rounds leave an error of 0.85^50 < 0.0003.
Column log_pagerank(const PairIndex& links) {
  constexpr double kDamping = 0.85;
  constexpr int kRounds = 50;
  const auto nodes = static_cast<double>(links.nodes());
  Column rank(links.nodes(), 1 / nodes);
  for (int round = 0; round < kRounds; ++round) {
    double stranded = 0;
    Column sent(rank.size(), 0);  // along each link out of a node
    for (NodeId u = 0; u < links.nodes(); ++u) {
      const EntryId out = links.column_offsets()[u + 1] - links.column_offsets()[u];
      if (out == 0) {
        stranded += rank[u];
      } else {
        sent[u] = rank[u] / static_cast<double>(out);
      }
    }
    for (NodeId v = 0; v < links.nodes(); ++v) {
      double received = stranded / nodes;
      for (const NodeId u : neighbours(links, v)) received += sent[u];
      rank[v] = (1 - kDamping) / nodes + kDamping * received;
    }
  }
  for (double& value : rank) value = std::log(value);
  return rank;
}

/// Share of the ordered pairs (u, w) of different neighbours of v in which u receives from w.
Column clustering(const PairIndex& links) {
  Column result(links.nodes(), 0);
  std::vector<char> is_neighbour(links.nodes(), 0);
  for (NodeId v = 0; v < links.nodes(); ++v) {
    const std::span<const NodeId> around = neighbours(links, v);
    if (around.size() < 2) continue;
    for (const NodeId u : around) is_neighbour[u] = 1;
    std::int64_t linked = 0;
    for (const NodeId u : around) {
      const std::span<const NodeId> beyond = neighbours(links, u);
      if (beyond.size() <= around.size()) {
        for (const NodeId w : beyond) linked += is_neighbour[w];
      } else {  // a hub's list is searched, not read
        for (const NodeId w : around) {
          linked += std::binary_search(beyond.begin(), beyond.end(), w) ? 1 : 0;
        }
      }
    }
    const auto count = static_cast<double>(around.size());
    result[v] = static_cast<double>(linked) / (count * (count - 1));
    for (const NodeId u : around) is_neighbour[u] = 0;
  }
  return result;
}

void standardise(Column& column) {
  const auto count = static_cast<double>(column.size());
  double mean = 0;
  for (const double value : column) mean += value / count;
  double variance = 0;
  for (const double value : column) variance += (value - mean) * (value - mean) / count;
  // Equal values differ by rounding only, which must not be blown up.
  const double deviation = std::sqrt(variance);
  const bool constant = deviation <= 1e-9 * std::max(1.0, std::abs(mean));
  for (double& value : column) value = constant ? 0 : (value - mean) / deviation;
}

}  // namespace

std::vector<float> structure_features(const PairIndex& edges) {
  const auto links = without_self_loops(edges);
  std::vector<Column> columns;
  columns.push_back(log_degrees(links->offsets()));
  columns.push_back(log_degrees(links->column_offsets()));
  columns.push_back(mean_around(*links, columns[0]));
  columns.push_back(mean_around(*links, columns[2]));
  columns.push_back(log_pagerank(*links));
  columns.push_back(clustering(*links));
  columns.push_back(mean_around(*links, columns[5]));
  for (Column& column : columns) standardise(column);
  std::vector<float> result;
  result.reserve(static_cast<std::size_t>(edges.nodes()) * kStructureFeatures);
  for (NodeId v = 0; v < edges.nodes(); ++v) {
    for (const Column& column : columns) result.push_back(static_cast<float>(column[v]));
  }
  return result;
}

}  // namespace disgnn
