#include "disgnn/data/campus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "disgnn/core/error.h"

namespace disgnn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::map<std::int32_t, std::int64_t> edges_per_relation(const RawDataset& data) {
  std::map<std::int32_t, std::int64_t> counts;
  for (const std::int32_t relation : data.relations) ++counts[relation];
  return counts;
}

const SparseFeatures& words_of(const RawDataset& data) {
  return std::get<SparseFeatures>(data.features);
}

void expect_distinct_ordered_pairs(const RawDataset& data) {
  std::set<NodePair> seen;
  for (const NodePair pair : data.pairs) {
    ASSERT_GE(pair.row, 0);
    ASSERT_LT(pair.row, pair.column);
    ASSERT_LT(pair.column, data.nodes);
    ASSERT_TRUE(seen.insert(pair).second) << pair.row << " " << pair.column;
  }
}

std::string refusal(const CampusOptions& options) {
  try {
    generate_campus(options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "accepted";
}

TEST(Campus, DrawsTheDefaultGraphOfTheMethodPage) {
  const RawDataset data = generate_campus({});
  EXPECT_EQ(data.name, "campus");
  EXPECT_EQ(data.nodes, 2000);
  EXPECT_FALSE(data.directed);
  EXPECT_THAT(data.relation_names, ElementsAre("department", "club", "dormitory"));
  EXPECT_THAT(edges_per_relation(data), ElementsAre(std::pair(-1, 1000), std::pair(0, 4000),
                                                    std::pair(1, 4000), std::pair(2, 4000)));
  EXPECT_THAT(data.relations, SizeIs(data.pairs.size()));
  EXPECT_THAT(data.class_names, ElementsAre("department-0", "department-1", "department-2",
                                            "department-3", "department-4", "department-5"));
  EXPECT_EQ(words_of(data).rows, 2000);
  EXPECT_EQ(words_of(data).columns, (6 + 10 + 14) * 15 + 100);
  EXPECT_THAT(data.warnings, IsEmpty());
  expect_distinct_ordered_pairs(data);
}

TEST(Campus, BecomesADatasetThatKnowsEveryEntrysRelation) {
  const Dataset data = make_dataset(generate_campus({.nodes = 500}));
  EXPECT_EQ(data.classes, 6);
  EXPECT_EQ(data.graph.entries(), 2 * (3 * 1000 + 250) + 500);
  EXPECT_EQ(data.counts.repeated_pairs, 0);
  EXPECT_EQ(data.counts.self_loops, 0);
  std::map<std::int32_t, std::int64_t> counts;
  for (const std::int32_t relation : data.entry_relations) ++counts[relation];
  EXPECT_EQ(counts[Dataset::kSelfLoopRelation], 500);
  EXPECT_EQ(counts[Dataset::kNoiseRelation], 2 * 250);
  EXPECT_EQ(counts[1], 2 * 1000);
}

TEST(Campus, JoinsPeopleOfTheSameGroupOfTheRelation) {
  const CampusOptions options{.nodes = 1000, .relations = 5, .seed = 3};
  const RawDataset data = generate_campus(options);
  const CampusMemberships memberships = draw_campus_memberships(options);
  for (std::size_t i = 0; i < data.pairs.size(); ++i) {
    if (data.relations[i] == Dataset::kNoiseRelation) continue;
    const auto& group_of = memberships.groups_of[data.relations[i]];
    ASSERT_EQ(group_of[data.pairs[i].row], group_of[data.pairs[i].column]);
  }
}

TEST(Campus, TakesTheClassFromTheDepartment) {
  const CampusOptions options{.nodes = 300, .classes = 4, .seed = 8};
  EXPECT_EQ(generate_campus(options).labels, draw_campus_memberships(options).groups_of[0]);
}

TEST(Campus, HasHomophilousDepartmentEdgesAndMixedOthers) {
  const RawDataset data = generate_campus({});
  std::map<std::int32_t, double> same_class;
  for (std::size_t i = 0; i < data.pairs.size(); ++i) {
    const auto [u, v] = data.pairs[i];
    same_class[data.relations[i]] += data.labels[u] == data.labels[v] ? 1 : 0;
  }
  EXPECT_EQ(same_class[0] / 4000, 1.0);
  // Chance is 1/6; the standard deviation over 4000 edges is 0.006, over 1000 edges 0.012.
  EXPECT_NEAR(same_class[1] / 4000, 1.0 / 6, 0.03);
  EXPECT_NEAR(same_class[2] / 4000, 1.0 / 6, 0.03);
  EXPECT_NEAR(same_class[-1] / 1000, 1.0 / 6, 0.05);
}

TEST(Campus, SpreadsPeopleEvenlyOverTheGroups) {
  const CampusMemberships memberships = draw_campus_memberships({.nodes = 60000, .relations = 7});
  EXPECT_THAT(memberships.relation_names, ElementsAre("department", "club", "dormitory", "course",
                                                      "sport", "hometown", "relation-6"));
  EXPECT_THAT(memberships.group_counts, ElementsAre(6, 10, 14, 8, 12, 16, 10));
  for (std::size_t r = 0; r < memberships.groups_of.size(); ++r) {
    std::vector<int> sizes(memberships.group_counts[r], 0);
    for (const std::int32_t group : memberships.groups_of[r]) ++sizes.at(group);
    const double expected = 60000.0 / memberships.group_counts[r];
    for (const int size : sizes) EXPECT_NEAR(size, expected, 5 * std::sqrt(expected));
  }
}

TEST(Campus, DrawsTheRelationsIndependently) {
  // 6 x 10 cells of 1000 people each: knowing the department says nothing about the club.
  const CampusMemberships memberships = draw_campus_memberships({.nodes = 60000});
  std::map<std::pair<int, int>, int> cells;
  for (NodeId v = 0; v < 60000; ++v) {
    ++cells[{memberships.groups_of[0][v], memberships.groups_of[1][v]}];
  }
  ASSERT_THAT(cells, SizeIs(60));
  for (const auto& [cell, size] : cells) EXPECT_NEAR(size, 1000, 5 * std::sqrt(1000.0));
}

TEST(Campus, GivesEveryoneAboutTheSameDegree) {
  const RawDataset data = generate_campus({.nodes = 20000});
  std::vector<int> degree(data.nodes, 0);
  for (const auto [u, v] : data.pairs) {
    ++degree[u];
    ++degree[v];
  }
  // Mean 13, nearly Poisson: a variance far from 13 would show hubs or a regular graph.
  double variance = 0;
  for (const int d : degree) variance += (d - 13.0) * (d - 13.0) / data.nodes;
  EXPECT_NEAR(variance, 13.0, 2.0);
}

/// Share of people who use a word, separately for members of the word's group, others, and (last)
/// any of the noise words.
struct WordShares {
  double members = 0;
  double others = 0;
  double noise = 0;
};

WordShares word_shares(const CampusOptions& options) {
  const SparseFeatures words = words_of(generate_campus(options));
  const CampusMemberships memberships = draw_campus_memberships(options);
  const std::int64_t group_words = words.columns - options.noise_words;
  std::vector<std::pair<std::int32_t, std::int32_t>> owner;  // word -> (relation, group)
  for (std::int32_t r = 0; r < options.relations; ++r) {
    for (std::int32_t g = 0; g < memberships.group_counts[r]; ++g) {
      owner.insert(owner.end(), options.words_per_group, {r, g});
    }
  }
  WordShares used;
  for (NodeId v = 0; v < options.nodes; ++v) {
    for (std::int64_t k = words.offsets[v]; k < words.offsets[v + 1]; ++k) {
      const std::int32_t word = words.column_indices[k];
      if (word >= group_words) {
        ++used.noise;
      } else if (memberships.groups_of[owner[word].first][v] == owner[word].second) {
        ++used.members;
      } else {
        ++used.others;
      }
    }
  }
  const double nodes = options.nodes;
  const double own_words = static_cast<double>(options.relations) * options.words_per_group;
  return {.members = used.members / (nodes * own_words),
          .others = used.others / (nodes * (static_cast<double>(group_words) - own_words)),
          .noise = used.noise / (nodes * options.noise_words)};
}

TEST(CampusWords, AppearAtTheirProbabilities) {
  const WordShares shares = word_shares({.nodes = 10000});
  // 450,000, 4,050,000 and 1,000,000 draws: bounds are five standard deviations or more.
  EXPECT_NEAR(shares.members, 1 - (1 - 0.25) * (1 - 0.02), 0.004);
  EXPECT_NEAR(shares.others, 0.02, 0.0005);
  EXPECT_NEAR(shares.noise, 0.02, 0.001);
}

TEST(CampusWords, SayNothingAboutTheGroupsAtFullFeatureNoise) {
  const WordShares shares = word_shares({.nodes = 10000, .feature_noise = 1.0});
  // Each person has 45 * 0.25 = 11.25 replaced words among 550: about 0.02 + 0.0203 everywhere.
  EXPECT_NEAR(shares.members, shares.others, 0.002);
  EXPECT_NEAR(shares.noise, shares.others, 0.002);
  EXPECT_NEAR(shares.others, 1 - (1 - 0.02) * std::exp(-11.25 / 550), 0.002);
}

TEST(CampusWords, AreReplacedInProportionToTheFeatureNoise) {
  const WordShares shares = word_shares({.nodes = 10000, .background = 0, .feature_noise = 0.4});
  // A member keeps 0.25 * 0.6; 4.5 replaced words land on one word with probability 4.5 / 550.
  EXPECT_NEAR(shares.others, 4.5 / 550, 0.0005);
  EXPECT_NEAR(shares.members, 1 - (1 - 0.15) * (1 - 4.5 / 550), 0.004);
}

TEST(CampusWords, AreCountedInSortedRowsWithoutRepeats) {
  const SparseFeatures words =
      words_of(generate_campus({.nodes = 500, .word_probability = 1.0, .background = 0.5}));
  float largest = 0;
  for (std::int64_t v = 0; v < words.rows; ++v) {
    for (std::int64_t k = words.offsets[v]; k < words.offsets[v + 1]; ++k) {
      if (k > words.offsets[v]) {
        ASSERT_LT(words.column_indices[k - 1], words.column_indices[k]);
      }
      ASSERT_GE(words.values[k], 1.0F);
      largest = std::max(largest, words.values[k]);
    }
  }
  EXPECT_EQ(largest, 2.0F);  // once as a member, once as background
}

TEST(CampusWords, ObeyProbabilitiesZeroAndOne) {
  const auto none = generate_campus({.nodes = 50, .word_probability = 0, .background = 0});
  EXPECT_THAT(words_of(none).values, IsEmpty());
  EXPECT_THAT(words_of(none).offsets, SizeIs(51));
  const auto all = generate_campus({.nodes = 50, .word_probability = 1, .background = 1});
  EXPECT_THAT(words_of(all).values, SizeIs(50 * 550));
}

TEST(CampusWords, AreNoFeaturesWithoutAVocabulary) {
  const auto data = generate_campus({.nodes = 50, .words_per_group = 0, .noise_words = 0});
  EXPECT_FALSE(has_features(data.features));
}

TEST(Campus, DependsOnTheOptionsAlone) {
  const CampusOptions options{.nodes = 400, .feature_noise = 0.1, .seed = 5};
  const RawDataset first = generate_campus(options);
  const RawDataset second = generate_campus(options);
  EXPECT_EQ(first.pairs, second.pairs);
  EXPECT_EQ(first.relations, second.relations);
  EXPECT_EQ(first.labels, second.labels);
  EXPECT_EQ(words_of(first).column_indices, words_of(second).column_indices);
  EXPECT_EQ(words_of(first).values, words_of(second).values);

  const RawDataset other = generate_campus({.nodes = 400, .feature_noise = 0.1, .seed = 6});
  EXPECT_NE(first.pairs, other.pairs);
  EXPECT_NE(first.labels, other.labels);
  EXPECT_NE(words_of(first).column_indices, words_of(other).column_indices);
}

TEST(Campus, EndsOnTinyGraphs) {
  for (NodeId nodes = 2; nodes <= 12; ++nodes) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const RawDataset data = generate_campus({.nodes = nodes, .seed = seed});
      EXPECT_EQ(data.nodes, nodes);
      EXPECT_THAT(data.labels, SizeIs(nodes));
      expect_distinct_ordered_pairs(data);
    }
  }
}

TEST(Campus, JoinsEveryPossiblePairAtAHugeDegree) {
  const RawDataset data = generate_campus({.nodes = 40, .degree = 1e9, .noise = 1e9});
  EXPECT_THAT(data.pairs, SizeIs(40 * 39 / 2));
  expect_distinct_ordered_pairs(data);
  ASSERT_THAT(data.warnings, SizeIs(4));
  EXPECT_THAT(data.warnings[0], HasSubstr("'department'"));
  EXPECT_THAT(data.warnings[3], HasSubstr("'noise'"));
}

TEST(Campus, RedrawsPairsThatAnotherRelationTook) {
  // Two departments of 100: about half of all pairs, of which degree 90 takes nine tenths. Noise
  // then meets a taken pair every other time and still gets its edges.
  const RawDataset data =
      generate_campus({.nodes = 200, .relations = 1, .classes = 2, .degree = 90, .noise = 50});
  EXPECT_EQ(edges_per_relation(data)[0], 9000);
  EXPECT_EQ(edges_per_relation(data)[-1], 5000);
  EXPECT_THAT(data.warnings, IsEmpty());
  expect_distinct_ordered_pairs(data);
}

TEST(Campus, MayHaveNoEdgesAtAll) {
  const RawDataset data = generate_campus({.nodes = 10, .degree = 0, .noise = 0});
  EXPECT_THAT(data.pairs, IsEmpty());
  EXPECT_THAT(data.warnings, IsEmpty());
}

TEST(Campus, RefusesOptionsOutOfRange) {
  EXPECT_THAT(refusal({.nodes = 1}), HasSubstr("nodes is 1; choose a value from 2 to 1000000000"));
  EXPECT_THAT(refusal({.relations = 0}), HasSubstr("relations"));
  EXPECT_THAT(refusal({.classes = 1}), HasSubstr("classes"));
  EXPECT_THAT(refusal({.degree = -1}), HasSubstr("degree"));
  EXPECT_THAT(refusal({.degree = std::nan("")}), HasSubstr("degree"));
  EXPECT_THAT(refusal({.noise = -0.5}), HasSubstr("noise"));
  EXPECT_THAT(refusal({.words_per_group = -1}), HasSubstr("words-per-group"));
  EXPECT_THAT(refusal({.word_probability = 1.5}), HasSubstr("word-probability"));
  EXPECT_THAT(refusal({.background = -0.1}), HasSubstr("background"));
  EXPECT_THAT(refusal({.noise_words = -3}), HasSubstr("noise-words"));
  EXPECT_THAT(refusal({.feature_noise = 2}), HasSubstr("feature-noise"));
}

TEST(Campus, RefusesSizesThatCannotBeStored) {
  EXPECT_THAT(refusal({.classes = 1'000'000, .words_per_group = 10'000}),
              HasSubstr("vocabulary of 10000240100 words"));
  EXPECT_THAT(refusal({.nodes = 100'000, .degree = 1e5}), HasSubstr("edges"));
}

}  // namespace
}  // namespace disgnn
