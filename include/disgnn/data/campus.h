#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "disgnn/data/dataset.h"

namespace disgnn {

/// How the built-in social network, after the paper's Figure 1, is drawn.
struct CampusOptions {
  NodeId nodes = 2000;
  std::int32_t relations = 3;
  std::int32_t classes = 6;
  double degree = 4.0;
  double noise = 1.0;
  std::int32_t words_per_group = 15;
  double word_probability = 0.25;
  double background = 0.02;
  std::int32_t noise_words = 100;
  /// At 1 the features say nothing about the memberships, while people still use as many words.
  double feature_noise = 0.0;
  std::uint64_t seed = 0;
};

/// Name, meaning and range of one field: what the command line offers and the generator checks.
struct CampusOption {
  std::string_view name;
  std::string_view help;
  double min;
  double max;
  std::variant<std::int32_t CampusOptions::*, double CampusOptions::*,
               std::uint64_t CampusOptions::*>
      field;
};
std::span<const CampusOption> campus_options();

/// Who belongs where. Relation 0 is the department, whose group is the person's class.
struct CampusMemberships {
  std::vector<std::string> relation_names;           ///< [relations]
  std::vector<std::int32_t> group_counts;            ///< [relations]
  std::vector<std::vector<std::int32_t>> groups_of;  ///< [relations][nodes], < group_counts
};

/// The memberships behind `generate_campus(options)`: in every relation each person joins one of
/// the groups at random. Throws Error (kUsage) on options out of range.
CampusMemberships draw_campus_memberships(const CampusOptions& options);

/// A social network after the paper's Figure 1. Each relation joins nodes * degree / 2 random pairs
/// of people who share one of its groups, and nodes * noise / 2 further random pairs are noise
/// (relation -1). Department edges are homophilous; those of all other relations are as mixed as
/// chance makes them. A pair is joined once at most, with row < column; where the groups have fewer
/// free pairs than asked for, all of them are joined and a warning says so.
///
/// Features are word counts, sparse: words_per_group columns for every group in the order of the
/// memberships, then the noise words. A count is the number of times a word was drawn, either for a
/// membership or as background. No vocabulary, no features.
///
/// Depends on the options alone. O(nodes + pairs + words drawn) time and memory. Throws Error
/// (kUsage) on options out of range.
RawDataset generate_campus(const CampusOptions& options);

}  // namespace disgnn
