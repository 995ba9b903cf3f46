#include "disgnn/explain/relation_oracle.h"

#include <gtest/gtest.h>

#include "disgnn/data/campus.h"

namespace disgnn::train {
namespace {

Dataset small_campus(double feature_noise) {
  CampusOptions options;
  options.nodes = 300;
  options.relations = 2;
  options.word_probability = 0.6;
  options.noise = 0;
  options.feature_noise = feature_noise;
  return make_dataset(generate_campus(options));
}

TEST(RelationOracle, FindsRelationsThatTheFeaturesShow) {
  const Dataset data = small_campus(0);
  const nn::NodeInput features(data.features);
  const auto nmi = relation_oracle_nmi(data, features, {.steps = 100});
  ASSERT_TRUE(nmi);
  EXPECT_GT(*nmi, 0.2);
  EXPECT_LT(*nmi, 1);
  EXPECT_EQ(nmi, relation_oracle_nmi(data, features, {.steps = 100}));
  EXPECT_NE(nmi, relation_oracle_nmi(data, features, {.steps = 100, .seed = 1}));
}

TEST(RelationOracle, IsAskedAboutEdgesItWasNotToldOf) {
  // Words say nothing here: whoever scored the edges it was told would do well all the same.
  const Dataset data = small_campus(1);
  EXPECT_LT(*relation_oracle_nmi(data, nn::NodeInput(data.features), {.steps = 100}), 0.05);
}

TEST(RelationOracle, NeedsKnownRelations) {
  Dataset data = small_campus(0);
  const nn::NodeInput features(data.features);
  for (std::int32_t& relation : data.entry_relations) relation = std::min(relation, 0);
  EXPECT_EQ(relation_oracle_nmi(data, features, {}), std::nullopt) << "one relation alone";
  data.entry_relations.clear();
  EXPECT_EQ(relation_oracle_nmi(data, features, {}), std::nullopt);
}

}  // namespace
}  // namespace disgnn::train
