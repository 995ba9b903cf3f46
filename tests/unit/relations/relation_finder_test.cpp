#include "disgnn/relations/relation_finder.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include "disgnn/core/error.h"
#include "disgnn/explain/relation_scores.h"
#include "small_evidence.h"
#include "support/expect_error.h"

namespace disgnn::relations {
namespace {

TEST(RelationFinder, FindsRelationsThatNobodyNamed) {
  const Dataset data = testing::small_campus(2);
  const RelationModel model = find_relations(data, {.restarts = 1}, {});
  ASSERT_EQ(model.relations.size(), 2U);
  const auto scores = score_relations(data, model);
  ASSERT_TRUE(scores);
  EXPECT_GT(scores->nmi, 0.6);
  EXPECT_GT(*scores->noise_auc, 0.8);
  for (const double nmi : scores->group_nmi) EXPECT_GT(nmi, 0.8);
  for (const Relation& relation : model.relations) {
    EXPECT_GT(relation.stability.value(), 0.8);
    EXPECT_LE(relation.stability.value(), 1);
  }
}

TEST(RelationFinder, GivesTheSameBitsForAnyNumberOfThreads) {
  const Dataset data = testing::small_campus(3);
  const int threads = at::get_num_threads();
  std::vector<RelationModel> models;
  for (const int count : {1, 2}) {
    at::set_num_threads(count);
    models.push_back(find_relations(data, {.restarts = 1}, {}));
  }
  at::set_num_threads(threads);
  ASSERT_EQ(models[0].relations.size(), models[1].relations.size());
  EXPECT_EQ(models[0].score, models[1].score);
  EXPECT_EQ(models[0].noise, models[1].noise);
  for (std::size_t c = 0; c < models[0].relations.size(); ++c) {
    EXPECT_EQ(models[0].relations[c].memberships, models[1].relations[c].memberships);
    EXPECT_EQ(models[0].relations[c].word_rates, models[1].relations[c].word_rates);
    EXPECT_EQ(models[0].relations[c].stability, models[1].relations[c].stability);
  }
}

TEST(RelationFinder, ReadsNoTruth) {
  const Dataset data = testing::small_campus(2);
  Dataset blind = data;
  blind.labels.assign(blind.labels.size(), -1);
  blind.entry_relations.clear();
  blind.memberships.clear();
  EXPECT_EQ(find_relations(data, {.restarts = 0}, {}).relations[0].memberships,
            find_relations(blind, {.restarts = 0}, {}).relations[0].memberships);
}

TEST(RelationFinder, WorksOnStructureAlone) {
  CampusOptions options;
  options.nodes = 600;
  options.relations = 1;
  options.degree = 12;
  Dataset data = make_dataset(generate_campus(options));
  data.features = {};
  const RelationModel model = find_relations(data, {.restarts = 0}, {});
  ASSERT_EQ(model.relations.size(), 1U);
  EXPECT_GT(score_relations(data, model)->group_nmi[0], 0.8);
}

TEST(RelationFinder, KeepsToTheNumbersItIsGiven) {
  const Dataset data = testing::small_campus(2);
  EXPECT_EQ(find_relations(data, {.relations = 1, .restarts = 0}, {}).relations.size(), 1U);
  std::int64_t groups = 0;
  for (const Relation& relation :
       find_relations(data, {.groups = 9, .restarts = 0}, {}).relations) {
    groups += relation.groups;
  }
  EXPECT_LE(groups, 9 + 2) << "one more per relation may be found";
}

TEST(RelationFinder, FindsNothingInNoise) {
  CampusOptions options;
  options.nodes = 1000;
  options.degree = 0;
  options.noise = 10;
  options.word_probability = 0;
  const Dataset data = make_dataset(generate_campus(options));
  disgnn::testing::expect_error(ErrorKind::kInput, {"no three groups"},
                                [&] { find_relations(data, {.restarts = 0}, {}); });
}

TEST(RelationFinder, SaysWhenThereIsNothingToFind) {
  RawDataset raw;
  raw.name = "pair";
  raw.nodes = 2;
  raw.pairs = {{0, 1}};
  const Dataset data = make_dataset(std::move(raw));
  disgnn::testing::expect_error(ErrorKind::kInput, {"'pair'", "no three groups", "--groups"},
                                [&] { find_relations(data, {}, {}); });
  disgnn::testing::expect_error(ErrorKind::kInput, {"'pair'", "another number of --groups"},
                                [&] { find_relations(data, {.groups = 50}, {}); });
}

TEST(RelationFinder, CanBeStopped) {
  const Dataset data = testing::small_campus(2);
  int steps = 0;
  const auto stop = [&](const std::string&, double share) {
    EXPECT_GT(share, 0);
    EXPECT_LE(share, 1);
    if (++steps == 5) throw Error(ErrorKind::kInterrupted, "stopped");
  };
  EXPECT_THROW(find_relations(data, {}, stop), Error);
  EXPECT_EQ(steps, 5);
}

}  // namespace
}  // namespace disgnn::relations
