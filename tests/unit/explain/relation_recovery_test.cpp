#include "disgnn/explain/relation_recovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "disgnn/core/random.h"

namespace disgnn {
namespace {

using ::testing::ElementsAre;

constexpr std::int32_t kNoise = -1;
constexpr std::int32_t kSelfLoop = -2;

using EdgeScores = std::vector<float>;
using Relations = std::vector<std::int32_t>;

/// The channel of the edge's relation scores 1, every other channel 0.
EdgeScores one_hot_scores(const Relations& relations, const std::vector<int>& channel_of_relation,
                          int channels) {
  EdgeScores scores(relations.size() * channels, 0.0F);
  for (std::size_t e = 0; e < relations.size(); ++e) {
    if (relations[e] >= 0) scores[e * channels + channel_of_relation[relations[e]]] = 1.0F;
  }
  return scores;
}

TEST(RelationRecovery, IsOneWhenEveryRelationHasItsOwnChannel) {
  const Relations relations = {0, 1, 2, 0, 1, 2, 2, 0};
  const auto recovery = relation_recovery(one_hot_scores(relations, {2, 0, 1}, 3), 3, relations);
  ASSERT_TRUE(recovery.has_value());
  EXPECT_DOUBLE_EQ(recovery->nmi, 1.0);
  EXPECT_DOUBLE_EQ(recovery->ari, 1.0);
  EXPECT_DOUBLE_EQ(recovery->kmeans_nmi, 1.0);
  EXPECT_DOUBLE_EQ(recovery->relation_auc, 1.0);
  EXPECT_THAT(recovery->channel_of_relation, ElementsAre(2, 0, 1));
}

TEST(RelationRecovery, LeavesNoiseAndSelfLoopsOut) {
  const Relations relations = {0, kNoise, 1, kSelfLoop, 0, 1};
  EdgeScores scores = one_hot_scores(relations, {0, 1}, 2);
  scores[2] = 1e6F;   // the noise edge
  scores[7] = -1e6F;  // the self loop
  const auto recovery = relation_recovery(scores, 2, relations);
  ASSERT_TRUE(recovery.has_value());
  EXPECT_DOUBLE_EQ(recovery->nmi, 1.0);
  EXPECT_DOUBLE_EQ(recovery->kmeans_nmi, 1.0);
  EXPECT_DOUBLE_EQ(recovery->relation_auc, 1.0);
}

TEST(RelationRecovery, StandardisesAwayTheLevelAndScaleOfAChannel) {
  // Channel 0 is larger everywhere; what tells the relations apart is each channel's own variation.
  const Relations relations = {0, 1, 0, 1};
  const EdgeScores scores = {102, 0.1F, 100, 0.2F, 102, 0.1F, 100, 0.2F};
  const auto recovery = relation_recovery(scores, 2, relations);
  ASSERT_TRUE(recovery.has_value());
  EXPECT_DOUBLE_EQ(recovery->nmi, 1.0);
  EXPECT_THAT(recovery->channel_of_relation, ElementsAre(0, 1));
}

TEST(RelationRecovery, MatchesAValueWorkedOutByHand) {
  // Two channels with opposite scores. Standardised channel 0 is the score over the deviation 1:
  // + + - | + - -, channel 1 its negative, so the dominant channel is 0 0 1 | 0 1 1.
  const Relations relations = {0, 0, 0, 1, 1, 1};
  const EdgeScores scores = {1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, 1};
  const auto recovery = relation_recovery(scores, 2, relations);
  ASSERT_TRUE(recovery.has_value());
  // Contingency table [[2, 1], [1, 2]]: MI = ln 2 + 2/3 ln(2/3) + 1/3 ln(1/3), entropies ln 2.
  const double nmi =
      (std::log(2) + 2.0 / 3 * std::log(2.0 / 3) + 1.0 / 3 * std::log(1.0 / 3)) / std::log(2);
  EXPECT_NEAR(recovery->nmi, nmi, 1e-12);
  EXPECT_NEAR(recovery->kmeans_nmi, nmi, 1e-12);
  // Pairs together: 6 in each, 2 in both, expected 6 * 6 / 15 = 2.4: (2 - 2.4) / (6 - 2.4).
  EXPECT_NEAR(recovery->ari, -0.4 / 3.6, 1e-12);
  // Relation 0 under channel 0: of 9 pairs 4 in order, 4 tied, 1 reversed: (4 + 2) / 9.
  EXPECT_NEAR(recovery->relation_auc, 6.0 / 9, 1e-12);
  EXPECT_THAT(recovery->channel_of_relation, ElementsAre(0, 1));
}

TEST(RelationRecovery, CountsARelationWithoutAChannelAsChance) {
  const Relations relations = {0, 1, 2, 0, 1, 2};
  const EdgeScores scores = {5, 0, 0, 5, 0, 0};
  const auto recovery = relation_recovery(scores, 1, relations);
  ASSERT_TRUE(recovery.has_value());
  EXPECT_DOUBLE_EQ(recovery->relation_auc, (1.0 + 0.5 + 0.5) / 3);
  EXPECT_THAT(recovery->channel_of_relation, ElementsAre(0, -1, -1));
  EXPECT_EQ(recovery->nmi, 0.0);  // a single channel is always the dominant one
}

TEST(RelationRecovery, GivesRelationNumbersThatDoNotOccurNoChannel) {
  const Relations relations = {1, 3, 1, 3};
  const auto recovery =
      relation_recovery(one_hot_scores(relations, {-1, 0, -1, 1}, 2), 2, relations);
  ASSERT_TRUE(recovery.has_value());
  EXPECT_DOUBLE_EQ(recovery->relation_auc, 1.0);
  EXPECT_THAT(recovery->channel_of_relation, ElementsAre(-1, 0, -1, 1));
}

TEST(RelationRecovery, TreatsConstantAndNonFiniteChannelsAsSilent) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const Relations relations = {0, 1, 0, 1};
  const EdgeScores scores = {0.1F, nan, infinity, 0.1F, 1, 0, 0.1F, 2, 0, 0.1F, 3, 0};
  const auto recovery = relation_recovery(scores, 3, relations);
  ASSERT_TRUE(recovery.has_value());
  EXPECT_EQ(recovery->nmi, 0.0);
  EXPECT_EQ(recovery->kmeans_nmi, 0.0);
  EXPECT_DOUBLE_EQ(recovery->relation_auc, 0.5);
}

TEST(RelationRecovery, IsNearChanceForRandomScores) {
  const RandomStream stream(4, RandomPurpose::kWeights);
  Relations relations(6000);
  EdgeScores scores(relations.size() * 4);
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = static_cast<float>(stream.normal(i));
  for (std::size_t e = 0; e < relations.size(); ++e) relations[e] = static_cast<int>(e % 3);
  const auto recovery = relation_recovery(scores, 4, relations);
  ASSERT_TRUE(recovery.has_value());
  EXPECT_NEAR(recovery->nmi, 0.0, 0.01);
  EXPECT_NEAR(recovery->ari, 0.0, 0.01);
  EXPECT_NEAR(recovery->kmeans_nmi, 0.0, 0.01);
  EXPECT_NEAR(recovery->relation_auc, 0.5, 0.03);
}

TEST(RelationRecovery, ClustersAlsoTheEdgesThatKMeansWasNotFittedOn) {
  Relations relations(60001);  // more than are fitted
  for (std::size_t e = 0; e < relations.size(); ++e) relations[e] = static_cast<int>(e % 3);
  const auto recovery = relation_recovery(one_hot_scores(relations, {0, 1, 2}, 3), 3, relations);
  ASSERT_TRUE(recovery.has_value());
  EXPECT_DOUBLE_EQ(recovery->kmeans_nmi, 1.0);
}

TEST(RelationRecovery, IsUndefinedWithFewerThanTwoRelations) {
  EXPECT_EQ(relation_recovery(EdgeScores{1, 2}, 1, Relations{0, 0}), std::nullopt);
  EXPECT_EQ(relation_recovery(EdgeScores{1, 2}, 1, Relations{kNoise, 0}), std::nullopt);
  EXPECT_EQ(relation_recovery({}, 1, {}), std::nullopt);
}

TEST(RelationRecovery, RefusesATableOfTheWrongSize) {
  EXPECT_THROW(relation_recovery(EdgeScores{1, 2, 3}, 2, Relations{0, 1}), std::logic_error);
}

}  // namespace
}  // namespace disgnn
