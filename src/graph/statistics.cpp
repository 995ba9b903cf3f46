#include "disgnn/graph/statistics.h"

#include <algorithm>
#include <numeric>

#include "disgnn/core/error.h"

namespace disgnn {
namespace {

/// Calls visit(u, v) once for every unordered pair of different nodes joined in either direction.
template <typename Visit>
void for_each_edge(const Graph& graph, Visit visit) {
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    for (const NodeId u : graph.neighbours(v)) {
      const bool seen_from_u = u > v && graph.has_entry(u, v);
      if (u != v && !seen_from_u) visit(u, v);
    }
  }
}

/// Disjoint sets with path halving and union by size.
class Components {
 public:
  explicit Components(NodeId nodes) : parent_(nodes), size_(nodes, 1), count_(nodes) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  void join(NodeId a, NodeId b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    if (size_[a] < size_[b]) std::swap(a, b);
    parent_[b] = a;
    size_[a] += size_[b];
    --count_;
  }

  [[nodiscard]] NodeId count() const { return count_; }
  [[nodiscard]] NodeId largest() const {
    return size_.empty() ? 0 : *std::max_element(size_.begin(), size_.end());
  }

 private:
  NodeId root(NodeId v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }

  std::vector<NodeId> parent_;
  std::vector<NodeId> size_;
  NodeId count_;
};

DegreeStatistics summarise(std::vector<std::int64_t> degrees) {
  if (degrees.empty()) return {};
  std::sort(degrees.begin(), degrees.end());
  const std::size_t count = degrees.size();
  const auto sum = std::accumulate(degrees.begin(), degrees.end(), std::int64_t{0});
  return {.min = degrees.front(),
          .median = static_cast<double>(degrees[(count - 1) / 2] + degrees[count / 2]) / 2,
          .mean = static_cast<double>(sum) / static_cast<double>(count),
          .max = degrees.back()};
}

}  // namespace

GraphStatistics graph_statistics(const Graph& graph) {
  GraphStatistics statistics;
  statistics.nodes = graph.nodes();
  statistics.entries = graph.entries();
  std::vector<std::int64_t> degrees(graph.nodes(), 0);
  Components components(graph.nodes());
  for_each_edge(graph, [&](NodeId u, NodeId v) {
    ++statistics.edges;
    ++degrees[u];
    ++degrees[v];
    components.join(u, v);
  });
  statistics.isolated_nodes =
      static_cast<NodeId>(std::count(degrees.begin(), degrees.end(), std::int64_t{0}));
  statistics.components = components.count();
  statistics.largest_component = components.largest();
  statistics.degrees = summarise(std::move(degrees));
  return statistics;
}

Homophily homophily(const Graph& graph, std::span<const std::int32_t> labels) {
  DISGNN_ASSERT(labels.size() == static_cast<std::size_t>(graph.nodes()));
  const auto largest = std::max_element(labels.begin(), labels.end());
  const std::int32_t classes = largest == labels.end() ? 0 : std::max(0, *largest + 1);
  Homophily result;
  std::int64_t inside = 0;
  std::vector<std::int64_t> edge_ends(classes, 0);  // D_k
  for_each_edge(graph, [&](NodeId u, NodeId v) {
    if (labels[u] < 0 || labels[v] < 0) return;
    ++result.edges;
    inside += labels[u] == labels[v] ? 1 : 0;
    ++edge_ends[labels[u]];
    ++edge_ends[labels[v]];
  });
  if (result.edges == 0) return result;

  const auto edges = static_cast<double>(result.edges);
  double by_chance = 0;
  for (const std::int64_t ends : edge_ends) {
    const double share = static_cast<double>(ends) / (2 * edges);
    by_chance += share * share;
  }
  result.edge = static_cast<double>(inside) / edges;
  const bool one_class =
      std::find(edge_ends.begin(), edge_ends.end(), 2 * result.edges) != edge_ends.end();
  if (!one_class) result.adjusted = (*result.edge - by_chance) / (1 - by_chance);
  return result;
}

std::vector<std::int64_t> class_sizes(std::span<const std::int32_t> labels, std::int32_t classes) {
  std::vector<std::int64_t> sizes(classes, 0);
  for (const std::int32_t label : labels) {
    DISGNN_ASSERT(label < classes);
    if (label >= 0) ++sizes[label];
  }
  return sizes;
}

}  // namespace disgnn
