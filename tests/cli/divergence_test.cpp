#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

class Divergence : public ::testing::Test {
 protected:
  [[nodiscard]] testing::Outcome train(const testing::Arguments& arguments) const {
    return testing::disgnn(
        testing::joined({{"train", testing::campus(), "--out", "run"}, arguments}), folder_.path());
  }
  [[nodiscard]] testing::fs::path run() const { return folder_.path() / "run"; }

  testing::TemporaryFolder folder_;
};

TEST_F(Divergence, IsToldWithAHint) {
  const auto outcome = train(testing::joined({testing::small_training(), {"--lr", "1000000"}}));
  testing::expect_refusal(outcome, 4, {"no longer finite", "epoch 1", "--lr"});
  EXPECT_FALSE(testing::fs::exists(run() / "summary.json"));
}

TEST_F(Divergence, AfterGoodEpochsKeepsTheBestWeights) {
  // One step per epoch: the weights grow until, after a few epochs, their products overflow.
  const auto outcome = train({"--preset",
                              "paper",
                              "--epochs",
                              "100",
                              "--steps",
                              "0",
                              "--dropout",
                              "0.5",
                              "--input-dropout",
                              "0.7",
                              "--hidden",
                              "8",
                              "--threads",
                              "1",
                              "--quiet",
                              "--lr",
                              "200000",
                              "--channels",
                              "2",
                              "--lambda-self",
                              "1"});
  testing::expect_refusal(outcome, 4, {"no longer finite", "--lr", "the weights of epoch"});
  EXPECT_GE(testing::json_lines(run() / "metrics.jsonl").size(), 1U);
  const auto predicted = testing::disgnn({"predict", "run"}, folder_.path());
  ASSERT_EQ(predicted.exit_code, 0) << predicted;
  for (const double p :
       testing::table_of(folder_.path() / "predictions.csv").numbers("confidence")) {
    EXPECT_GT(p, 0);
  }
}

}  // namespace
}  // namespace disgnn
