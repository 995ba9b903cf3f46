#include "disgnn/run/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "small_result.h"
#include "support/small_graphs.h"

namespace disgnn::run {
namespace {

TEST(Spread, IsMeanAndSampleDeviation) {
  EXPECT_DOUBLE_EQ(spread({1, 2, 3, 6}).mean, 3);
  EXPECT_DOUBLE_EQ(spread({1, 2, 3, 6}).std, std::sqrt((4 + 1 + 0 + 9) / 3.0));
  EXPECT_EQ(spread({5}).std, 0);
  EXPECT_EQ(spread({}).mean, 0);
}

TEST(Median, TakesTheMiddleOrTheMeanOfTheTwo) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({}), 0);
}

TEST(RelationScores, AreThoseOfTheLastLayer) {
  const std::vector<RunResult> runs = {result(0.8, 0.9, 0.7), result(0.6, 0.9, 0.8)};
  const auto last = last_layer_recovery(runs);
  ASSERT_TRUE(last);
  EXPECT_DOUBLE_EQ(last->relation_auc, 0.75);  // (0.7 + 0.8) / 2, though the first layer has 0.9
  EXPECT_DOUBLE_EQ(last->nmi, 0.25);
  EXPECT_FALSE(last_layer_recovery({RunResult{}}));
}

TEST(BestHomophilyAuc, IsOfTheLayerThatIsBestOnValidationEdges) {
  std::vector<RunResult> runs(2);
  runs[0].disentanglement.homophily_auc = {0.9, 0.6};
  runs[1].disentanglement.homophily_auc = {0.9, 0.8};
  runs[0].disentanglement.validation_auc = {0.6, 0.7};
  runs[1].disentanglement.validation_auc = {0.6, std::nullopt};
  EXPECT_DOUBLE_EQ(*best_homophily_auc(runs), 0.7);  // the second layer, although the first has 0.9
  for (RunResult& run : runs) run.disentanglement.validation_auc = {std::nullopt, std::nullopt};
  EXPECT_DOUBLE_EQ(*best_homophily_auc(runs), 0.9);  // nothing to choose by: the first
  EXPECT_EQ(best_homophily_auc({RunResult{}}), std::nullopt);
}

TEST(Summary, NamesStagesAndWhatWasChosen) {
  Settings settings;
  settings.stage = "krr,spreading";
  RunResult chosen = result(0.8, 0.9, 0.7);
  chosen.choices = {"krr: kernels links"};
  Dataset data;
  data.graph = disgnn::testing::path(3);
  const auto json =
      nlohmann::json::parse(summary_json(data, settings, {chosen, result(0.6, 0.5, 0.8)}));
  EXPECT_THAT(json.at("stages"), ::testing::ElementsAre("krr", "spreading"));
  EXPECT_THAT(json.at("runs")[0].at("choices"), ::testing::ElementsAre("krr: kernels links"));
  EXPECT_FALSE(json.at("runs")[1].contains("choices"));
}

}  // namespace
}  // namespace disgnn::run
