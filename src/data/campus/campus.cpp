#include "disgnn/data/campus.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <string_view>

#include "campus_edges.h"
#include "campus_words.h"
#include "disgnn/core/error.h"
#include "disgnn/core/random.h"

namespace disgnn {
namespace {

constexpr std::array<std::string_view, 6> kRelationNames = {"department", "club",  "dormitory",
                                                            "course",     "sport", "hometown"};
/// Groups of the relations after the department, over and over.
constexpr std::array<std::int32_t, 5> kGroupCounts = {10, 14, 8, 12, 16};

std::vector<std::int32_t> group_counts(const CampusOptions& options) {
  std::vector<std::int32_t> counts = {options.classes};
  for (std::int32_t r = 1; r < options.relations; ++r) {
    counts.push_back(kGroupCounts[(r - 1) % kGroupCounts.size()]);
  }
  return counts;
}

void check_campus_options(const CampusOptions& options) {
  for (const CampusOption& option : campus_options()) {
    const double value =
        std::visit([&](auto field) { return static_cast<double>(options.*field); }, option.field);
    if (value >= option.min && value <= option.max) continue;  // never true of NaN
    throw usage_error(fmt::format("campus: {} is {}", option.name, value),
                      fmt::format("choose a value from {} to {}", option.min, option.max));
  }
  const std::int64_t words = campus_vocabulary(options, group_counts(options));
  if (words > std::numeric_limits<std::int32_t>::max()) {
    throw usage_error(fmt::format("campus: a vocabulary of {} words", words),
                      "choose fewer classes, relations or words per group");
  }
}

}  // namespace

std::span<const CampusOption> campus_options() {
  using O = CampusOptions;
  static constexpr double kMaxSeed = 4e18;
  static constexpr CampusOption kOptions[] = {
      {"nodes", "people", 2, 1e9, &O::nodes},
      {"relations", "kinds of membership, department included", 1, 1000, &O::relations},
      {"classes", "departments; a person's class is the department", 2, 1e6, &O::classes},
      {"degree", "mean edges per person from each relation", 0, 1e9, &O::degree},
      {"noise", "mean noise edges per person", 0, 1e9, &O::noise},
      {"words-per-group", "words that speak for one group", 0, 1e4, &O::words_per_group},
      {"word-probability", "chance that a member uses a word of the group", 0, 1,
       &O::word_probability},
      {"background", "chance that anyone uses any word", 0, 1, &O::background},
      {"noise-words", "words that speak for no group", 0, 1e6, &O::noise_words},
      {"feature-noise", "chance that a member's own word is swapped for a random one", 0, 1,
       &O::feature_noise},
      {"seed", "seed of all random choices", 0, kMaxSeed, &O::seed}};
  return kOptions;
}

CampusMemberships draw_campus_memberships(const CampusOptions& options) {
  check_campus_options(options);
  CampusMemberships memberships;
  memberships.group_counts = group_counts(options);
  for (std::int32_t r = 0; r < options.relations; ++r) {
    const auto number = static_cast<std::size_t>(r);
    memberships.relation_names.push_back(number < kRelationNames.size()
                                             ? std::string(kRelationNames[number])
                                             : fmt::format("relation-{}", r));
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
  draw_campus_edges(options, memberships, data);
  data.features = draw_campus_words(options, memberships);
  data.labels = memberships.groups_of[0];
  data.memberships = memberships.groups_of;
  for (std::int32_t k = 0; k < options.classes; ++k) {
    data.class_names.push_back(fmt::format("department-{}", k));
  }
  return data;
}

}  // namespace disgnn
