#include "disgnn/graph/duplicated_nodes.h"

#include <algorithm>
#include <vector>

#include "disgnn/core/error.h"

namespace disgnn {
namespace {

/// Sources and targets of nodes without their self loops.
class Neighbourhoods {
 public:
  Neighbourhoods(const Graph& graph, std::span<const std::int32_t> labels)
      : graph_(graph), index_(*graph.index()), labels_(labels) {}

  [[nodiscard]] bool empty(NodeId v) const {
    return sources(v).size() <= 1 && (graph_.symmetric() || targets(v).size() <= 1);
  }

  [[nodiscard]] std::uint64_t hash(NodeId v) const {
    std::uint64_t value = mix(static_cast<std::uint32_t>(labels_[v]));
    value = hash_without(v, sources(v), value);
    return graph_.symmetric() ? value : hash_without(v, targets(v), mix(value));
  }

  [[nodiscard]] bool same(NodeId v, NodeId w) const {
    return labels_[v] == labels_[w] && same_without(v, sources(v), w, sources(w)) &&
           (graph_.symmetric() || same_without(v, targets(v), w, targets(w)));
  }

 private:
  using List = std::span<const NodeId>;

  [[nodiscard]] List sources(NodeId v) const { return graph_.neighbours(v); }
  [[nodiscard]] List targets(NodeId v) const {
    const auto offsets = index_.column_offsets();
    return index_.column_rows().subspan(offsets[v], offsets[v + 1] - offsets[v]);
  }

  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 32U)) * 0x9e3779b97f4a7c15ULL;
    return x ^ (x >> 29U);
  }

  static std::uint64_t hash_without(NodeId self, List list, std::uint64_t value) {
    for (const NodeId u : list) {
      if (u != self) value = mix(value + static_cast<std::uint64_t>(u) + 1);
    }
    return value;
  }

  /// Both lists are sorted and each holds its own node once. Nodes that list each other differ.
  static bool same_without(NodeId v, List of_v, NodeId w, List of_w) {
    if (of_v.size() != of_w.size()) return false;
    for (std::size_t i = 0, j = 0; i < of_v.size() || j < of_w.size(); ++i, ++j) {
      if (i < of_v.size() && of_v[i] == v) ++i;
      if (j < of_w.size() && of_w[j] == w) ++j;
      if (i == of_v.size() || j == of_w.size()) return i == of_v.size() && j == of_w.size();
      if (of_v[i] != of_w[j]) return false;
    }
    return true;
  }

  const Graph& graph_;
  const PairIndex& index_;
  std::span<const std::int32_t> labels_;
};

struct Hashed {
  std::uint64_t hash;
  NodeId node;
  friend auto operator<=>(const Hashed&, const Hashed&) = default;
};

/// Groups the nodes of one hash value; nearly always they are all the same.
void count_groups(std::span<const Hashed> candidates, const Neighbourhoods& neighbourhoods,
                  DuplicatedNodes& result) {
  struct Group {
    NodeId first;
    std::int64_t size;
  };
  std::vector<Group> groups;
  for (const Hashed& candidate : candidates) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
      return neighbourhoods.same(g.first, candidate.node);
    });
    if (group == groups.end()) {
      groups.push_back({candidate.node, 1});
    } else {
      ++group->size;
    }
  }
  for (const Group& group : groups) {
    if (group.size < 2) continue;
    ++result.groups;
    result.nodes += group.size;
  }
}

}  // namespace

DuplicatedNodes find_duplicated_nodes(const Graph& graph, std::span<const std::int32_t> labels) {
  DISGNN_ASSERT(labels.size() == static_cast<std::size_t>(graph.nodes()));
  DuplicatedNodes result;
  if (graph.nodes() == 0) return result;
  const Neighbourhoods neighbourhoods(graph, labels);
  std::vector<Hashed> hashed;
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    if (!neighbourhoods.empty(v)) hashed.push_back({neighbourhoods.hash(v), v});
  }
  std::sort(hashed.begin(), hashed.end());
  for (auto first = hashed.begin(); first != hashed.end();) {
    const auto last = std::find_if(first, hashed.end(),
                                   [&](const Hashed& other) { return other.hash != first->hash; });
    count_groups({first, last}, neighbourhoods, result);
    first = last;
  }
  return result;
}

}  // namespace disgnn
