#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "disgnn/data/dataset.h"

namespace disgnn {

/// How the built-in social network is drawn. The defaults are the graph of METHOD.md ("What a
/// prototype showed").
struct CampusOptions {
  NodeId nodes = 2000;         ///< people; 2 .. 1,000,000,000
  std::int32_t relations = 3;  ///< kinds of membership, the department included; 1 .. 1000
  std::int32_t classes = 6;    ///< departments; 2 .. 1,000,000
  double degree = 4.0;         ///< mean number of edges per person from each relation; 0 .. 1e9
  double noise = 1.0;          ///< mean number of noise edges per person; 0 .. 1e9
  std::int32_t words_per_group = 15;  ///< words that speak for one group; 0 .. 10,000
  double word_probability = 0.25;     ///< chance that a member uses a word of the group; 0 .. 1
  double background = 0.02;           ///< chance that anyone uses any word; 0 .. 1
  std::int32_t noise_words = 100;     ///< words that speak for no group; 0 .. 1,000,000
  /// Chance that a word a member took from one of the own groups is replaced by a word drawn evenly
  /// from the whole vocabulary; 0 .. 1. At 1 the features say nothing about the memberships, while
  /// people still use as many words.
  double feature_noise = 0.0;
  std::uint64_t seed = 0;
};

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
