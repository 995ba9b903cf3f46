#include "campus_edges.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "disgnn/core/error.h"
#include "disgnn/core/random.h"

namespace disgnn {
namespace {

constexpr std::int64_t kMaxPairs = 1'000'000'000;

/// The unordered pairs of people who share a group, numbered 0 .. count()-1.
class GroupPairs {
 public:
  GroupPairs(const std::vector<std::int32_t>& group_of, std::int32_t groups)
      : member_offsets_(groups + 1, 0), pair_offsets_(groups + 1, 0), members_(group_of.size()) {
    for (const std::int32_t group : group_of) ++member_offsets_[group + 1];
    for (std::int32_t g = 0; g < groups; ++g) {
      const std::int64_t size = member_offsets_[g + 1];
      pair_offsets_[g + 1] = pair_offsets_[g] + size * (size - 1) / 2;
      member_offsets_[g + 1] += member_offsets_[g];
    }
    std::vector<std::int64_t> next(member_offsets_.begin(), member_offsets_.end() - 1);
    for (std::size_t v = 0; v < group_of.size(); ++v) {
      members_[next[group_of[v]]++] = static_cast<NodeId>(v);
    }
  }

  [[nodiscard]] std::int64_t count() const { return pair_offsets_.back(); }

  /// Members are listed in ascending order, so row < column. O(log groups).
  [[nodiscard]] NodePair at(std::int64_t rank) const {
    const auto above = std::upper_bound(pair_offsets_.begin(), pair_offsets_.end(), rank);
    const auto group = above - pair_offsets_.begin() - 1;
    const std::int64_t within = rank - pair_offsets_[group];
    // Pair (i, j), i < j, has the number j * (j - 1) / 2 + i; the root may be off by rounding.
    auto j = static_cast<std::int64_t>((1 + std::sqrt(1 + 8 * static_cast<double>(within))) / 2);
    while (j * (j - 1) / 2 > within) --j;
    while (j * (j + 1) / 2 <= within) ++j;
    const NodeId* const members = members_.data() + member_offsets_[group];
    return {members[within - j * (j - 1) / 2], members[j]};
  }

 private:
  std::vector<std::int64_t> member_offsets_;
  std::vector<std::int64_t> pair_offsets_;
  std::vector<NodeId> members_;  // by group, ascending
};

/// A set of node pairs for a known number of them: open addressing, at most half full.
class PairSet {
 public:
  explicit PairSet(std::int64_t capacity)
      : slots_(std::bit_ceil(2 * static_cast<std::uint64_t>(capacity) + 1), kFree),
        shift_(64 - std::countr_zero(slots_.size())) {}

  /// False when the pair was there already.
  bool insert(NodePair pair) {
    const std::uint64_t key =
        static_cast<std::uint64_t>(pair.row) << 32U | static_cast<std::uint32_t>(pair.column);
    // Fibonacci hashing: the top bits of the product depend on all bits of the key.
    for (std::uint64_t slot = (key ^ key >> 32U) * 0x9e3779b97f4a7c15ULL >> shift_;;
         slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] == key) return false;
      if (slots_[slot] != kFree) continue;
      slots_[slot] = key;
      return true;
    }
  }

 private:
  static constexpr std::uint64_t kFree = 0;  // no key: a pair (0, 0) is never inserted
  std::vector<std::uint64_t> slots_;
  int shift_;
};

/// One source of edges: a relation or noise.
struct EdgeSource {
  std::int32_t relation;
  GroupPairs pairs;
  std::int64_t wanted;  // never more than pairs.count()
  RandomStream stream;
};

std::int64_t pairs_for_degree(NodeId nodes, double degree, const GroupPairs& pairs) {
  const double wanted = std::round(nodes * degree / 2);
  if (wanted >= static_cast<double>(pairs.count())) return pairs.count();
  return static_cast<std::int64_t>(wanted);
}

std::vector<EdgeSource> edge_sources(const CampusOptions& options,
                                     const CampusMemberships& memberships) {
  std::vector<EdgeSource> sources;
  for (std::int32_t r = 0; r < options.relations; ++r) {
    GroupPairs pairs(memberships.groups_of[r], memberships.group_counts[r]);
    const std::int64_t wanted = pairs_for_degree(options.nodes, options.degree, pairs);
    const RandomStream stream(options.seed, RandomPurpose::kCampusEdges, 0,
                              static_cast<std::uint16_t>(r));
    sources.push_back({r, std::move(pairs), wanted, stream});
  }
  GroupPairs everyone(std::vector<std::int32_t>(options.nodes, 0), 1);
  const std::int64_t wanted = pairs_for_degree(options.nodes, options.noise, everyone);
  const RandomStream stream(options.seed, RandomPurpose::kCampusNoise);
  sources.push_back({Dataset::kNoiseRelation, std::move(everyone), wanted, stream});
  return sources;
}

/// Says which sources could not give as many edges as their mean degree asks for.
void warn_of_missing_edges(const CampusOptions& options, RawDataset& data) {
  std::vector<std::int64_t> drawn(options.relations + 1, 0);  // the last one is noise
  for (const std::int32_t relation : data.relations) {
    ++drawn[relation == Dataset::kNoiseRelation ? options.relations : relation];
  }
  for (std::int32_t r = 0; r <= options.relations; ++r) {
    const bool noise = r == options.relations;
    const double asked = std::round(options.nodes * (noise ? options.noise : options.degree) / 2);
    if (static_cast<double>(drawn[r]) >= asked) continue;
    data.warnings.push_back(
        fmt::format("campus: '{}' has {} edges instead of {:.0f}: there are no more pairs to join",
                    noise ? "noise" : data.relation_names[r], drawn[r], asked));
  }
}

}  // namespace

void draw_campus_edges(const CampusOptions& options, const CampusMemberships& memberships,
                       RawDataset& data) {
  const std::vector<EdgeSource> sources = edge_sources(options, memberships);
  std::int64_t total = 0;
  for (const EdgeSource& source : sources) {
    total += source.wanted;
    if (total > kMaxPairs) {
      throw usage_error(fmt::format("campus: more than {} edges", kMaxPairs),
                        "choose fewer nodes or a smaller degree");
    }
  }
  data.pairs.reserve(total);
  data.relations.reserve(total);
  PairSet joined(total);
  for (const EdgeSource& source : sources) {
    if (source.wanted == 0) continue;
    const RandomPermutation order(source.pairs.count(), source.stream);
    std::int64_t missing = source.wanted;
    for (std::int64_t i = 0; i < source.pairs.count() && missing > 0; ++i) {
      const NodePair pair = source.pairs.at(static_cast<std::int64_t>(order(i)));
      if (!joined.insert(pair)) continue;
      data.pairs.push_back(pair);
      data.relations.push_back(source.relation);
      --missing;
    }
  }
  warn_of_missing_edges(options, data);
}

}  // namespace disgnn
