#include "disgnn/run/finished_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "small_result.h"
#include "support/expect_error.h"

namespace disgnn::run {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(FinishedRuns, ComeBackAsTheyWere) {
  RunResult run = result(0.1 + 0.2, 0.9, 0.7);
  run.seed = 7;
  run.choices = {"input: links", "krr: kernels walks"};
  run.epoch_ms = 12.5;
  run.disentanglement.first_layer->channel_of_relation = {1, -1, 0};
  const auto read = runs_from_json(runs_to_json({run}), "runs.json");
  ASSERT_THAT(read, SizeIs(1));
  EXPECT_EQ(read[0].seed, 7U);
  EXPECT_EQ(read[0].choices, run.choices);
  EXPECT_EQ(read[0].epoch_ms, 12.5);
  EXPECT_EQ(read[0].disentanglement.homophily_auc, run.disentanglement.homophily_auc);
  EXPECT_EQ(read[0].disentanglement.validation_auc, run.disentanglement.validation_auc);
  EXPECT_EQ(read[0].disentanglement.prediction_auc, run.disentanglement.prediction_auc);
  EXPECT_THAT(read[0].disentanglement.first_layer->channel_of_relation, ElementsAre(1, -1, 0));
}

TEST(FinishedRuns, AreRefusedWhenDamaged) {
  RunResult shorter = result(1, 1, 1);
  shorter.disentanglement.homophily_auc.pop_back();
  for (const std::string& text : {std::string("{"), std::string("{\"runs\": [{\"seed\": \"x\"}]}"),
                                  std::string("[]"), runs_to_json({result(1, 1, 1), shorter})}) {
    disgnn::testing::expect_input_error({"runs.json", "damaged"},
                                        [&] { (void)runs_from_json(text, "runs.json"); });
  }
}

}  // namespace
}  // namespace disgnn::run
