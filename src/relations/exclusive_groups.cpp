#include "relations/exclusive_groups.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "relations/group_factorisation.h"

namespace disgnn::relations {
namespace {

constexpr double kMemberShare = 0.5;  // of a typical membership makes a member
constexpr std::int64_t kLeastMembers = 5;
constexpr double kPrior = 0.5;  // joint members: of two small groups nothing can be said

/// How many nodes are members of both groups, [groups, groups]; the diagonal holds the sizes.
std::vector<std::int64_t> joint_members(const NodeTable& members) {
  const std::int64_t groups = members.columns;
  const std::vector<double> typical = typical_memberships(members);
  std::vector<std::int64_t> joint(groups * groups, 0);
  std::vector<std::int64_t> own;
  for (std::int64_t v = 0; v < members.rows; ++v) {
    own.clear();
    for (std::int64_t g = 0; g < groups; ++g) {
      if (members.row(v)[g] > kMemberShare * typical[g]) own.push_back(g);
    }
    for (const std::int64_t g : own) {
      for (const std::int64_t h : own) ++joint[g * groups + h];
    }
  }
  return joint;
}

/// Clusters of groups and the lifts between them.
class Clusters {
 public:
  Clusters(const std::vector<std::int64_t>& kept, const std::vector<std::int64_t>& joint,
           std::int64_t groups, std::int64_t nodes)
      : count_(static_cast<std::int64_t>(kept.size())),
        both_(count_ * count_, 0.0),
        expected_(count_ * count_, 0.0) {
    for (const std::int64_t g : kept) clusters_.push_back({g});
    for (std::int64_t i = 0; i < count_; ++i) {
      for (std::int64_t j = 0; j < count_; ++j) {
        both_[i * count_ + j] = static_cast<double>(joint[kept[i] * groups + kept[j]]);
        expected_[i * count_ + j] = static_cast<double>(joint[kept[i] * (groups + 1)]) *
                                    static_cast<double>(joint[kept[j] * (groups + 1)]) /
                                    static_cast<double>(nodes);
      }
    }
  }

  struct Pair {
    std::int64_t first;
    std::int64_t second;
    double lift;
  };
  /// The two clusters with the least lift.
  [[nodiscard]] std::optional<Pair> nearest() const {
    std::optional<Pair> best;
    for (std::int64_t i = 0; i < count_; ++i) {
      for (std::int64_t j = i + 1; j < count_ && !clusters_[i].empty(); ++j) {
        if (clusters_[j].empty()) continue;
        const double lift = (both_[i * count_ + j] + kPrior) / (expected_[i * count_ + j] + kPrior);
        if (!best || lift < best->lift) best = {i, j, lift};
      }
    }
    return best;
  }
  void join(const Pair& pair) {
    for (std::int64_t k = 0; k < count_; ++k) {
      for (std::vector<double>* const sums : {&both_, &expected_}) {
        (*sums)[pair.first * count_ + k] += (*sums)[pair.second * count_ + k];
        (*sums)[k * count_ + pair.first] = (*sums)[pair.first * count_ + k];
      }
    }
    auto& from = clusters_[pair.second];
    auto& into = clusters_[pair.first];
    into.insert(into.end(), from.begin(), from.end());
    from.clear();
  }
  [[nodiscard]] std::vector<std::vector<std::int64_t>> result() const { return clusters_; }

 private:
  std::int64_t count_;
  std::vector<double> both_;      // members of a group of either, summed over the pairs of groups
  std::vector<double> expected_;  // the same by chance
  std::vector<std::vector<std::int64_t>> clusters_;
};

/// Of all pairs of groups together.
double total_lift(const std::vector<std::int64_t>& kept, const std::vector<std::int64_t>& joint,
                  std::int64_t groups, std::int64_t nodes) {
  double both = 0;
  double expected = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    for (std::size_t j = i + 1; j < kept.size(); ++j) {
      both += static_cast<double>(joint[kept[i] * groups + kept[j]]);
      expected += static_cast<double>(joint[kept[i] * (groups + 1)]) *
                  static_cast<double>(joint[kept[j] * (groups + 1)]) / static_cast<double>(nodes);
    }
  }
  return (both + kPrior) / (expected + kPrior);
}

}  // namespace

std::vector<std::vector<std::int64_t>> exclusive_groups(const NodeTable& members,
                                                        const ExclusiveGroupsOptions& options) {
  const std::int64_t groups = members.columns;
  const std::vector<std::int64_t> joint = joint_members(members);
  std::vector<std::int64_t> kept;
  for (std::int64_t g = 0; g < groups; ++g) {
    // Nor is a group what nearly everybody is in.
    const std::int64_t size = joint[g * (groups + 1)];
    if (size >= kLeastMembers && size <= members.rows * 3 / 4) kept.push_back(g);
  }
  Clusters clusters(kept, joint, groups, members.rows);
  while (const auto pair = clusters.nearest()) {
    if (pair->lift > options.cut) break;
    clusters.join(*pair);
  }
  std::vector<std::vector<std::int64_t>> relations = clusters.result();
  std::erase_if(relations, [&](const auto& relation) {
    return static_cast<std::int64_t>(relation.size()) < options.least_groups;
  });
  const bool enough = static_cast<std::int64_t>(kept.size()) >= options.least_groups;
  if (relations.empty() && enough && total_lift(kept, joint, groups, members.rows) < options.cut) {
    relations.push_back(kept);
  }
  for (auto& relation : relations) std::sort(relation.begin(), relation.end());
  std::stable_sort(relations.begin(), relations.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return relations;
}

}  // namespace disgnn::relations
