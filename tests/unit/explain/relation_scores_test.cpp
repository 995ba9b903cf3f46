#include "disgnn/explain/relation_scores.h"

#include <gtest/gtest.h>

namespace disgnn {
namespace {

/// A square 0-1-2-3 with edges of the relations x, y, x, y and a noise edge 0-2.
Dataset judged_square() {
  RawDataset raw;
  raw.nodes = 4;
  raw.pairs = {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {0, 2}};
  raw.relations = {0, 1, 0, 1, -1};
  raw.relation_names = {"x", "y"};
  raw.memberships = {{0, 0, 1, 1}, {0, 1, 1, 0}};
  return make_dataset(std::move(raw));
}

/// A relation of two groups that everybody is surely in.
relations::Relation relation_of(const std::vector<int>& groups) {
  relations::Relation relation;
  relation.groups = 2;
  for (const int group : groups) {
    relation.memberships.push_back(group == 0 ? 1.0F : 0.0F);
    relation.memberships.push_back(group == 0 ? 0.0F : 1.0F);
  }
  relation.link_rates = {0.5F, 0.5F};
  return relation;
}

relations::RelationModel model_of(std::vector<relations::Relation> found) {
  relations::RelationModel model;
  model.relations = std::move(found);
  model.activity = {1, 1, 1, 1};
  model.noise = 0.1;
  return model;
}

TEST(RelationScores, TheTruthScoresOne) {
  const auto scores = score_relations(
      judged_square(), model_of({relation_of({0, 1, 1, 0}), relation_of({0, 0, 1, 1})}));
  ASSERT_TRUE(scores);
  EXPECT_DOUBLE_EQ(scores->nmi, 1);
  EXPECT_DOUBLE_EQ(scores->ari, 1);
  EXPECT_DOUBLE_EQ(*scores->noise_auc, 1);
  for (int r = 0; r < 2; ++r) {
    EXPECT_DOUBLE_EQ(*scores->relation_auc[r], 1);
    EXPECT_DOUBLE_EQ(scores->group_nmi[r], 1);
  }
}

TEST(RelationScores, OneRelationAloneTellsNoneApart) {
  const auto scores = score_relations(judged_square(), model_of({relation_of({0, 0, 0, 0})}));
  EXPECT_DOUBLE_EQ(scores->nmi, 0);
  EXPECT_DOUBLE_EQ(*scores->noise_auc, 0.5);
  EXPECT_DOUBLE_EQ(*scores->relation_auc[0], 0.5);
  EXPECT_DOUBLE_EQ(scores->group_nmi[0], 0);
}

TEST(RelationScores, NeedKnownRelations) {
  Dataset data = judged_square();
  data.entry_relations.clear();
  EXPECT_FALSE(score_relations(data, model_of({relation_of({0, 0, 0, 0})})));
}

}  // namespace
}  // namespace disgnn
