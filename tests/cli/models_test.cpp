#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using ::testing::HasSubstr;
using testing::Json;

class EveryBaseline : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(, EveryBaseline,
                         ::testing::Values("mlp", "gcn", "sage", "gin", "gat", "factorgcn",
                                           "mixhop", "h2gcn", "gcnii", "gprgnn", "acmgcn", "linkx"),
                         [](const auto& with) { return with.param; });

TEST_P(EveryBaseline, TrainsAndPredictsTheSameAgain) {
  const testing::TemporaryFolder folder;
  const auto trained = testing::disgnn(
      testing::joined(
          {{"train", testing::campus().string(), "--out", "run", "--model", GetParam(), "--json"},
           testing::small_training()}),
      folder.path());
  ASSERT_EQ(trained.exit_code, 0) << trained;
  const Json summary = testing::json_of(trained.out);
  EXPECT_EQ(summary["model"], GetParam());
  EXPECT_THAT(testing::bytes_of(folder.path() / "run" / "config.toml"),
              HasSubstr("weight_decay = 0.0005"));  // not disgnn's
  EXPECT_TRUE(summary["disentanglement"]["homophily_auc"]["best"].is_null());
  const auto predicted = testing::disgnn(
      {"predict", "run", "--out", "again.csv", "--threads", "1", "--json"}, folder.path());
  ASSERT_EQ(predicted.exit_code, 0) << predicted;
  EXPECT_EQ(testing::json_of(predicted.out)["accuracy"], summary["test"]["accuracy"]["mean"]);
  EXPECT_EQ(testing::bytes_of(folder.path() / "again.csv"),
            testing::bytes_of(folder.path() / "run" / "predictions.csv"));
  testing::expect_refusal(testing::disgnn({"edges", "run"}, folder.path()), 3,
                          {GetParam(), "no relation channels", "disgnn-base"});
}

TEST(Baselines, RefuseWhatOnlyDisgnnHas) {
  const testing::TemporaryFolder folder;
  const auto refused = [&](const testing::Arguments& flags, const std::vector<std::string>& parts) {
    testing::expect_refusal(
        testing::disgnn(testing::joined({{"train", testing::campus().string()}, flags}),
                        folder.path()),
        2, parts);
  };
  refused({"--model", "gcn", "--memory", "lean"}, {"--memory lean", "disgnn"});
  refused({"--model", "gcn", "--pretext", "edge=1"}, {"'edge'", "relation channels", "gcn"});
  refused({"--model", "h2gcn", "--layers", "9"}, {"h2gcn", "--layers 5"});
  refused({"--model", "gnc"}, {"--model 'gnc'", "gcn"});
  EXPECT_FALSE(testing::fs::exists(folder.path() / "runs"));
}

TEST(Baselines, SayWhichOptionsTheyIgnore) {
  const testing::TemporaryFolder folder;
  const auto outcome = testing::disgnn(
      testing::joined({{"train", testing::campus().string(), "--model", "gcn",
                        "--jumping-knowledge", "--lambda-edge", "2", "--out", "run"},
                       testing::small_training()}),
      folder.path());
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("--jumping-knowledge changes nothing: gcn"));
  EXPECT_THAT(outcome.err, HasSubstr("--lambda-edge changes nothing: gcn"));
}

TEST(Aggregator, SaysThatGcnHasANormOfItsOwn) {
  const testing::TemporaryFolder folder;
  const auto outcome =
      testing::disgnn(testing::joined({{"train", testing::campus().string(), "--aggregator", "gcn",
                                        "--edge-norm", "sum", "--out", "run"},
                                       testing::small_training()}),
                      folder.path());
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("--edge-norm changes nothing: the aggregator gcn"));
}

TEST(Pretext, TakesFurtherTasksWithTheirWeights) {
  const testing::TemporaryFolder folder;
  const auto outcome =
      testing::disgnn(testing::joined({{"train", testing::campus().string(), "--out", "run",
                                        "--model", "disgnn-base", "--pretext", "attribute=1",
                                        "--pretext", "distance=0.1,context=0.5"},
                                       testing::small_training()}),
                      folder.path());
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  const Json first = testing::json_lines(folder.path() / "run" / "metrics.jsonl").front();
  for (const char* const task : {"attribute", "distance", "context"}) {
    EXPECT_GT(first["losses"][task], 0) << first;
  }
  testing::expect_refusal(testing::disgnn({"train", testing::campus().string(), "--pretext",
                                           "attribute=1", "--pretext", "attribute=2"},
                                          folder.path()),
                          2, {"'attribute' twice"});
  for (const std::string wrong : {"attribute", "magic=1", "attribute=x", "attribute=-1"}) {
    testing::expect_refusal(
        testing::disgnn({"train", testing::campus().string(), "--pretext", wrong}, folder.path()),
        2, {"--pretext '" + wrong + "'", "NAME=WEIGHT", "attribute"});
  }
}

/// The shared graph without its features.
testing::fs::path bare_campus(const testing::TemporaryFolder& folder) {
  const testing::fs::path bare = folder.path() / "bare";
  testing::copy_campus(bare);
  for (const char* const name : {"features.npz", "features.npy"}) {
    testing::fs::remove(bare / name);
  }
  return bare;
}

TEST(GraphsWithoutFeatures, AreTrainedOnDeepWalkVectors) {
  const testing::TemporaryFolder folder;
  const testing::fs::path bare = bare_campus(folder);
  const auto trained =
      testing::disgnn(testing::joined({{"train", bare.string(), "--out", "run", "--json"},
                                       testing::small_training()}),
                      folder.path());
  ASSERT_EQ(trained.exit_code, 0) << trained;
  EXPECT_THAT(trained.err, HasSubstr("64 DeepWalk dimensions"));
  const Json dataset = testing::json_of(trained.out)["dataset"];
  EXPECT_EQ(dataset["features"], 64);
  EXPECT_EQ(dataset["feature_source"], "deepwalk");
  EXPECT_TRUE(testing::fs::exists(folder.path() / "run" / "data" / "deepwalk.npy"));

  const auto predicted =
      testing::disgnn({"predict", "run", "--out", "again.csv", "--threads", "1"}, folder.path());
  ASSERT_EQ(predicted.exit_code, 0) << predicted;
  EXPECT_EQ(testing::bytes_of(folder.path() / "again.csv"),
            testing::bytes_of(folder.path() / "run" / "predictions.csv"));
  // The same vectors mean nothing on another graph.
  testing::fs::copy(bare, folder.path() / "other");
  testing::expect_refusal(testing::disgnn({"predict", "run", "other"}, folder.path()), 3,
                          {"DeepWalk", "its own graph"});
}

}  // namespace
}  // namespace disgnn
