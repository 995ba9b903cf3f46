#include "disgnn/data/split.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "disgnn/core/error.h"
#include "disgnn/core/random.h"

namespace disgnn {
namespace {

constexpr std::size_t kRoles = 3;
constexpr std::array<Role, kRoles> kDrawnRoles{Role::kTrain, Role::kValidation, Role::kTest};

/// Shares of one class in nodes, by largest remainder (ties: the earlier role), with at least one
/// training node taken from the larger of the other shares (ties: validation).
std::array<std::int64_t, kRoles> share_out(std::int64_t size,
                                           const std::array<double, kRoles>& weights) {
  // A hair above zero, so that an exact share computed as 2.9999999999999996 counts as 3.
  constexpr double kRounding = 1e-9;
  std::array<std::int64_t, kRoles> counts{};
  std::array<double, kRoles> remainders{};
  const double total = weights[0] + weights[1] + weights[2];
  std::int64_t left = size;
  for (std::size_t i = 0; i < kRoles; ++i) {
    const double share = static_cast<double>(size) * weights[i] / total;
    counts[i] = std::min(left, static_cast<std::int64_t>(std::floor(share + kRounding)));
    remainders[i] = share - static_cast<double>(counts[i]);
    left -= counts[i];
  }
  for (; left > 0; --left) {
    const auto largest = std::max_element(remainders.begin(), remainders.end(),
                                          [](double a, double b) { return a + kRounding < b; });
    ++counts[largest - remainders.begin()];
    *largest = -1;
  }
  if (counts[0] == 0) {
    --counts[counts[1] >= counts[2] ? 1 : 2];
    counts[0] = 1;
  }
  return counts;
}

using Counts = std::array<std::int64_t, kRoles>;

/// Rounding by class may leave a part of a small graph empty: it gets a node of the part that is
/// furthest above its share, as long as that one keeps a node, and training one of every class.
void fill_empty_parts(const std::array<double, kRoles>& weights, std::vector<Counts>& classes) {
  const double total = weights[0] + weights[1] + weights[2];
  for (const std::size_t empty : {std::size_t{1}, std::size_t{2}}) {
    Counts nodes{};
    for (const Counts& counts : classes) {
      for (std::size_t i = 0; i < kRoles; ++i) nodes[i] += counts[i];
    }
    if (weights[empty] == 0 || nodes[empty] > 0) continue;
    const auto all = static_cast<double>(nodes[0] + nodes[1] + nodes[2]);
    const auto surplus = [&](std::size_t part) {
      return static_cast<double>(nodes[part]) - all * weights[part] / total;
    };
    const std::size_t other = 3 - empty;
    const std::size_t giver = nodes[other] > 1 && surplus(other) > surplus(0) ? other : 0;
    const auto largest =
        std::ranges::max_element(classes, {}, [&](const Counts& counts) { return counts[giver]; });
    if (largest == classes.end() || (*largest)[giver] < (giver == 0 ? 2 : 1)) continue;
    --(*largest)[giver];
    ++(*largest)[empty];
  }
}

std::array<double, kRoles> checked_weights(const SplitRatio& ratio) {
  const std::array<double, kRoles> weights{ratio.train, ratio.validation, ratio.test};
  for (const double weight : weights) {
    if (!std::isfinite(weight) || weight < 0) {
      throw usage_error("the shares of a split must not be negative", "use for example 2:3:5");
    }
  }
  if (ratio.train == 0) {
    throw usage_error("the training share of a split must be above zero", "use for example 2:3:5");
  }
  return weights;
}

}  // namespace

const char* to_string(Role role) {
  switch (role) {
    case Role::kTrain:
      return "train";
    case Role::kValidation:
      return "validation";
    case Role::kTest:
      return "test";
    case Role::kNone:
      break;
  }
  return "none";
}

Split::Split(std::vector<Role> roles) : roles_(std::move(roles)) {
  for (NodeId v = 0; v < nodes(); ++v) members_[static_cast<std::size_t>(roles_[v])].push_back(v);
}

std::span<const NodeId> Split::members(Role role) const {
  return members_[static_cast<std::size_t>(role)];
}

std::vector<std::int32_t> Split::training_labels(std::span<const std::int32_t> labels) const {
  DISGNN_ASSERT(labels.size() == roles_.size());
  std::vector<std::int32_t> known(labels.size(), -1);
  for (const NodeId v : members(Role::kTrain)) known[v] = labels[v];
  return known;
}

namespace {

/// Draws the roles of a split: of every class so many nodes for each role as `share` says.
template <typename Share>
Split draw_split(std::span<const std::int32_t> labels, const std::array<double, kRoles>& weights,
                 std::uint64_t seed, const Share& share) {
  std::map<std::int32_t, std::vector<NodeId>> classes;
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (labels[v] >= 0) classes[labels[v]].push_back(static_cast<NodeId>(v));
  }
  std::vector<Counts> shares;
  for (const auto& [label, nodes] : classes) {
    shares.push_back(share(static_cast<std::int64_t>(nodes.size())));
  }
  fill_empty_parts(weights, shares);
  std::vector<Role> roles(labels.size(), Role::kNone);
  auto counts = shares.begin();
  for (auto& [label, nodes] : classes) {
    // A stream per class: adding a node to one class leaves the order within the others alone.
    RandomStream(seed, RandomPurpose::kSplit, static_cast<std::uint32_t>(label))
        .shuffle(std::span(nodes));
    auto node = nodes.begin();
    for (std::size_t i = 0; i < kRoles; ++i) {
      for (std::int64_t n = 0; n < (*counts)[i]; ++n) roles[*node++] = kDrawnRoles[i];
    }
    ++counts;
  }
  return Split(std::move(roles));
}

}  // namespace

Split make_random_split(std::span<const std::int32_t> labels, const SplitRatio& ratio,
                        std::uint64_t seed) {
  const auto weights = checked_weights(ratio);
  return draw_split(labels, weights, seed,
                    [&](std::int64_t size) { return share_out(size, weights); });
}

Split make_per_class_split(std::span<const std::int32_t> labels, std::int64_t per_class,
                           std::uint64_t seed) {
  const SplitRatio rest;
  const std::array<double, kRoles> weights{1, rest.validation, rest.test};
  return draw_split(labels, weights, seed, [&](std::int64_t size) {
    const std::int64_t training = std::min(per_class, (size + 1) / 2);
    const auto validation = static_cast<std::int64_t>(std::llround(
        static_cast<double>(size - training) * rest.validation / (rest.validation + rest.test)));
    return Counts{training, validation, size - training - validation};
  });
}

}  // namespace disgnn
