#include "disgnn/data/campus.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

#include "disgnn/core/error.h"
#include "disgnn/core/random.h"

namespace disgnn {
namespace {

constexpr std::int64_t kMaxPairs = 1'000'000'000;
constexpr std::array<std::string_view, 6> kRelationNames = {"department", "club",  "dormitory",
                                                            "course",     "sport", "hometown"};
/// Groups of the relations after the department, over and over.
constexpr std::array<std::int32_t, 5> kGroupCounts = {10, 14, 8, 12, 16};

void check_range(std::string_view name, double value, double low, double high) {
  if (value >= low && value <= high) return;  // false for NaN as well
  throw usage_error(fmt::format("campus: {} is {}", name, value),
                    fmt::format("choose a value from {} to {:.0f}", low, high));
}

std::int32_t group_count(const CampusOptions& options, std::int32_t relation) {
  return relation == 0 ? options.classes : kGroupCounts[(relation - 1) % kGroupCounts.size()];
}

std::int64_t vocabulary_size(const CampusOptions& options) {
  std::int64_t groups = 0;
  for (std::int32_t r = 0; r < options.relations; ++r) groups += group_count(options, r);
  return groups * options.words_per_group + options.noise_words;
}

void check(const CampusOptions& options) {
  check_range("nodes", options.nodes, 2, 1e9);
  check_range("relations", options.relations, 1, 1000);
  check_range("classes", options.classes, 2, 1e6);
  check_range("degree", options.degree, 0, 1e9);
  check_range("noise", options.noise, 0, 1e9);
  check_range("words_per_group", options.words_per_group, 0, 1e4);
  check_range("word_probability", options.word_probability, 0, 1);
  check_range("background", options.background, 0, 1);
  check_range("noise_words", options.noise_words, 0, 1e6);
  check_range("feature_noise", options.feature_noise, 0, 1);
  if (vocabulary_size(options) > std::numeric_limits<std::int32_t>::max()) {
    throw usage_error(fmt::format("campus: a vocabulary of {} words", vocabulary_size(options)),
                      "choose fewer classes, relations or words per group");
  }
}

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

/// Draws pairs source by source. Walking through a random permutation of a source's pairs never
/// meets one twice, so a step that yields no edge met one of an earlier source: a source takes at
/// most as many steps as the graph has edges in the end, however dense it is.
void draw_edges(const CampusOptions& options, const CampusMemberships& memberships,
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

/// Draws each person's words into compressed rows.
class WordDrawer {
 public:
  WordDrawer(const CampusOptions& options, const CampusMemberships& memberships)
      : options_(options),
        memberships_(memberships),
        stream_(options.seed, RandomPurpose::kCampusWords),
        vocabulary_(vocabulary_size(options)),
        first_words_(options.relations) {
    std::int64_t word = 0;
    for (std::int32_t r = 0; r < options.relations; ++r) {
      first_words_[r] = word;
      word += static_cast<std::int64_t>(memberships.group_counts[r]) * options.words_per_group;
    }
  }

  Features draw() {
    if (vocabulary_ == 0) return {};
    SparseFeatures features;
    features.rows = options_.nodes;
    features.columns = vocabulary_;
    features.offsets.reserve(static_cast<std::size_t>(options_.nodes) + 1);
    features.offsets.push_back(0);
    for (NodeId v = 0; v < options_.nodes; ++v) {
      draw_words_of(v);
      append_counts(features);
    }
    return features;
  }

 private:
  /// The next number of the current person's own part of the stream.
  double next_uniform() { return stream_.uniform(next_element_++); }

  void draw_words_of(NodeId v) {
    next_element_ = static_cast<std::uint64_t>(v) << 32U;
    words_.clear();
    for (std::int32_t r = 0; r < options_.relations; ++r) {
      const std::int64_t group = memberships_.groups_of[r][v];
      draw_each(first_words_[r] + group * options_.words_per_group, options_.words_per_group,
                options_.word_probability);
    }
    if (options_.feature_noise > 0) replace_words();
    draw_each(0, vocabulary_, options_.background);
  }

  /// Takes each of the words first .. first+count-1 with the given probability. Jumps from word to
  /// word by geometric steps: O(words taken), not O(count).
  void draw_each(std::int64_t first, std::int64_t count, double probability) {
    if (probability == 0) return;
    const double log_of_absence = std::log1p(-probability);  // -infinity at 1: steps of 0
    for (std::int64_t word = 0;; ++word) {
      const double step = std::floor(std::log(1 - next_uniform()) / log_of_absence);
      if (step >= static_cast<double>(count - word)) return;
      word += static_cast<std::int64_t>(step);
      words_.push_back(static_cast<std::int32_t>(first + word));
    }
  }

  void replace_words() {
    for (std::int32_t& word : words_) {
      if (next_uniform() >= options_.feature_noise) continue;
      word = static_cast<std::int32_t>(stream_.below(next_element_++, vocabulary_));
    }
  }

  void append_counts(SparseFeatures& features) {
    std::sort(words_.begin(), words_.end());
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (i > 0 && words_[i] == words_[i - 1]) {
        ++features.values.back();
      } else {
        features.column_indices.push_back(words_[i]);
        features.values.push_back(1.0F);
      }
    }
    features.offsets.push_back(static_cast<std::int64_t>(features.values.size()));
  }

  const CampusOptions& options_;
  const CampusMemberships& memberships_;
  RandomStream stream_;
  std::int64_t vocabulary_;
  std::vector<std::int64_t> first_words_;  // [relations]
  std::uint64_t next_element_ = 0;
  std::vector<std::int32_t> words_;  // of the current person, repeated words included
};

}  // namespace

CampusMemberships draw_campus_memberships(const CampusOptions& options) {
  check(options);
  CampusMemberships memberships;
  for (std::int32_t r = 0; r < options.relations; ++r) {
    const auto number = static_cast<std::size_t>(r);
    memberships.relation_names.push_back(number < kRelationNames.size()
                                             ? std::string(kRelationNames[number])
                                             : fmt::format("relation-{}", r));
    memberships.group_counts.push_back(group_count(options, r));
    const RandomStream stream(options.seed, RandomPurpose::kCampusGroups, 0,
                              static_cast<std::uint16_t>(r));
    auto& group_of = memberships.groups_of.emplace_back(options.nodes);
    for (NodeId v = 0; v < options.nodes; ++v) {
      group_of[v] = static_cast<std::int32_t>(stream.below(v, memberships.group_counts[r]));
    }
  }
  return memberships;
}

RawDataset generate_campus(const CampusOptions& options) {
  const CampusMemberships memberships = draw_campus_memberships(options);
  RawDataset data;
  data.name = "campus";
  data.nodes = options.nodes;
  data.relation_names = memberships.relation_names;
  draw_edges(options, memberships, data);
  warn_of_missing_edges(options, data);
  data.features = WordDrawer(options, memberships).draw();
  data.labels = memberships.groups_of[0];
  for (std::int32_t k = 0; k < options.classes; ++k) {
    data.class_names.push_back(fmt::format("department-{}", k));
  }
  return data;
}

}  // namespace disgnn
