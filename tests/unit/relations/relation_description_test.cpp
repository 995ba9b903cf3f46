#include "disgnn/relations/relation_description.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "small_evidence.h"

namespace disgnn::relations {
namespace {

/// The triangles of small_evidence.h as the groups of one relation, node 2 in doubt.
RelationModel model_of_triangles() {
  Relation relation;
  relation.groups = 2;
  relation.memberships = {1, 0, 1, 0, 0.5F, 0.5F, 0, 1, 0, 1, 0, 1};
  relation.word_rates = {0.9F, 0.1F, 0.1F, 0.9F, 0.2F, 0.2F};
  relation.link_rates = {0.6F, 0.4F};
  RelationModel model;
  model.relations = {relation};
  model.activity = {1, 1, 1, 1, 1, 2};
  model.background = {0.05F, 0.05F, 0.1F};
  model.words = {"left", "right", "both"};
  model.noise = 0.2;
  return model;
}

TEST(RelationModel, SharesOfALinkAreItsRates) {
  const RelationModel model = model_of_triangles();
  std::vector<float> shares(2);
  link_shares(model, 0, 1, shares);
  EXPECT_NEAR(shares[0], 0.6 / 0.8, 1e-6);
  EXPECT_NEAR(shares[1], 0.2 / 0.8, 1e-6);
  link_shares(model, 3, 5, shares);
  EXPECT_NEAR(shares[0], 0.4 / 0.6, 1e-6) << "activity makes more links of all kinds";
  link_shares(model, 0, 3, shares);
  EXPECT_NEAR(shares[1], 1, 1e-6);
  EXPECT_THAT(model.relations[0].likely_groups(), ::testing::ElementsAre(0, 0, 0, 1, 1, 1));
}

TEST(RelationDescription, TellsStrengthMixingGroupsAndExamples) {
  Dataset data = testing::two_triangles();
  data.labels = {0, 0, 1, 1, 1, -1};
  const ModelDescription description = describe_relations(data, model_of_triangles(), 1, 2);
  // 0-1: 0.6; 0-2 and 1-2: 0.3; 3-4, 3-5 and 4-5: 0.4; 2-3: 0.2, each over itself + 0.2.
  const double strength = (0.75 + 2 * 0.6 + 3 * 2.0 / 3 + 0.5) / 7;
  ASSERT_EQ(description.relations.size(), 1U);
  const RelationDescription& relation = description.relations[0];
  EXPECT_NEAR(relation.strength, strength, 1e-6);
  EXPECT_NEAR(description.noise, 1 - strength, 1e-6);
  EXPECT_NEAR(*relation.same_class, (0.75 + 2.0 / 3 + 0.5) / (0.75 + 2 * 0.6 + 2.0 / 3 + 0.5),
              1e-6);
  EXPECT_NEAR(relation.groups[0].size, 2.5, 1e-6);
  EXPECT_NEAR(relation.groups[0].links, 0.75 + 2 * 0.6, 1e-6);
  ASSERT_EQ(relation.groups[1].features.size(), 1U);
  EXPECT_EQ(relation.groups[1].features[0].name, "right");
  ASSERT_EQ(relation.examples.size(), 2U);
  EXPECT_NEAR(relation.examples[0].share, 0.75, 1e-6);
  EXPECT_EQ(relation.examples[0].source, 0);
  EXPECT_EQ(relation.examples[0].target, 1);
}

}  // namespace
}  // namespace disgnn::relations
