#include "disgnn/explain/relation_yardsticks.h"

#include <algorithm>
#include <numeric>

#include "disgnn/core/clustering_scores.h"
#include "disgnn/graph/edges.h"

namespace disgnn {
namespace {

/// Calls use(v, u, relation) for every edge of known relation, once.
template <typename Use>
void for_each_known_edge(const Dataset& data, const Use& use) {
  for_each_edge(data.graph, [&](NodeId v, NodeId u, EntryId e) {
    if (data.entry_relations[e] >= 0) use(v, u, data.entry_relations[e]);
  });
}

std::optional<double> nmi_of_same_class(const Dataset& data) {
  std::vector<std::int32_t> truth;
  std::vector<std::int32_t> same;
  for_each_known_edge(data, [&](NodeId v, NodeId u, std::int32_t relation) {
    if (data.labels[v] < 0 || data.labels[u] < 0) return;
    truth.push_back(relation);
    same.push_back(data.labels[v] == data.labels[u] ? 1 : 0);
  });
  if (truth.empty()) return std::nullopt;
  return normalised_mutual_information(same, truth);
}

/// Share of the pairs of every group that its relation links, [relations][groups].
class LinkedShares {
 public:
  explicit LinkedShares(const Dataset& data) : memberships_(data.memberships) {
    for (const auto& groups : memberships_) {
      const std::int32_t count = 1 + *std::max_element(groups.begin(), groups.end());
      shares_.emplace_back(std::max(count, 1), 0.0);
    }
    for_each_known_edge(data, [&](NodeId v, NodeId u, std::int32_t relation) {
      if (const auto group = shared_group(relation, v, u)) shares_[relation][*group] += 1;
    });
    for (std::size_t r = 0; r < memberships_.size(); ++r) {
      std::vector<double> sizes(shares_[r].size(), 0.0);
      for (const std::int32_t group : memberships_[r]) {
        if (group >= 0) ++sizes[group];
      }
      for (std::size_t g = 0; g < sizes.size(); ++g) {
        shares_[r][g] /= std::max(1.0, sizes[g] * (sizes[g] - 1) / 2);
      }
    }
  }

  /// The relation that most likely links two nodes, -1 = none.
  [[nodiscard]] std::int32_t likeliest(NodeId v, NodeId u) const {
    std::int32_t best = -1;
    double most = 0;
    for (std::size_t r = 0; r < memberships_.size(); ++r) {
      const auto relation = static_cast<std::int32_t>(r);
      const auto group = shared_group(relation, v, u);
      if (!group || shares_[r][*group] <= most) continue;
      best = relation;
      most = shares_[r][*group];
    }
    return best;
  }

 private:
  [[nodiscard]] std::optional<std::int32_t> shared_group(std::int32_t relation, NodeId v,
                                                         NodeId u) const {
    const std::int32_t group = memberships_[relation][v];
    if (group < 0 || group != memberships_[relation][u]) return std::nullopt;
    return group;
  }

  const std::vector<std::vector<std::int32_t>>& memberships_;
  std::vector<std::vector<double>> shares_;
};

std::optional<double> nmi_of_memberships(const Dataset& data) {
  if (data.memberships.empty() || data.memberships.size() != data.relation_names.size()) {
    return std::nullopt;
  }
  const LinkedShares shares(data);
  std::vector<std::int32_t> truth;
  std::vector<std::int32_t> said;
  for_each_known_edge(data, [&](NodeId v, NodeId u, std::int32_t relation) {
    truth.push_back(relation);
    said.push_back(shares.likeliest(v, u));
  });
  if (truth.empty()) return std::nullopt;
  return normalised_mutual_information(said, truth);
}

}  // namespace

RelationYardsticks relation_yardsticks(const Dataset& data) {
  if (data.entry_relations.empty()) return {};
  return {nmi_of_same_class(data), nmi_of_memberships(data)};
}

}  // namespace disgnn
