#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

/// Runs whose data are not what they were trained on any more.
class ChangedData : public ::testing::Test {
 protected:
  [[nodiscard]] testing::fs::path path(const std::string& name) const {
    return folder_.path() / name;
  }
  [[nodiscard]] testing::Outcome disgnn(const testing::Arguments& arguments) const {
    return testing::disgnn(arguments, folder_.path());
  }
  void train_on_tables(const std::string& header) const {
    std::string nodes = header + ",label\n";
    for (int v = 0; v < 30; ++v) nodes += fmt::format("{},{},{},{}\n", v, v % 3, v % 5, v % 2);
    std::string edges = "source,target\n";
    for (int v = 0; v < 30; ++v) edges += fmt::format("{},{}\n", v, (v + 2) % 30);
    folder_.write("data/nodes.csv", nodes);
    folder_.write("data/edges.csv", edges);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(ChangedData, IsRefusedByPredictAndByResume) {
  testing::copy_campus(path("graph"));
  const testing::Arguments training = testing::joined(
      {{"train", "graph", "--out", "run", "--runs", "2"}, testing::small_training()});
  ASSERT_EQ(disgnn(training).exit_code, 0);
  auto labels = testing::campus_labels();
  labels[0] = (labels[0] + 1) % 6;
  testing::write_labels(path("graph"), labels);
  const auto before = testing::snapshot(path("run"));
  testing::expect_refusal(disgnn({"predict", "run"}), 3, {"has changed", "run", "name the data"});
  testing::expect_refusal(disgnn({"train", "--resume", "--out", "run"}), 3,
                          {"has changed", "another folder"});
  EXPECT_EQ(testing::snapshot(path("run")), before);
  EXPECT_EQ(disgnn({"predict", "run", "graph"}).exit_code, 0);  // as it is now
}

TEST_F(ChangedData, WithFeatureColumnsOfOtherNamesIsRefused) {
  train_on_tables("id,height,weight");
  ASSERT_EQ(disgnn(testing::joined({{"train", "data", "--out", "run"}, testing::small_training()}))
                .exit_code,
            0);
  train_on_tables("id,weight,length");
  testing::expect_refusal(disgnn({"predict", "run", "data"}), 3, {"nodes.csv:1", "'height'"});
}

TEST_F(ChangedData, IsReadAsTheTrainingDataUnlessFlagsSayOtherwise) {
  train_on_tables("id,height,weight");
  const auto rename = [&](const std::string& from, const std::string& to) {
    std::string text = testing::bytes_of(path("data/nodes.csv"));
    text.replace(text.find(from), from.size(), to);
    testing::write_bytes(path("data/nodes.csv"), text);
  };
  rename("label", "kind");
  const auto trained = disgnn(
      testing::joined({{"train", "data", "--out", "run", "--label-column", "kind", "--directed"},
                       testing::small_training()}));
  ASSERT_EQ(trained.exit_code, 0) << trained;
  const auto report = disgnn({"predict", "run", "data", "--json", "--threads", "1"});
  ASSERT_EQ(report.exit_code, 0) << report;
  EXPECT_EQ(testing::json_of(report.out)["measured_on"], "test");  // it is the training graph
  // The same graph in both cases: --directed was remembered too.
  const auto own = testing::table_of(path("run/predictions.csv")).column("confidence");
  EXPECT_EQ(testing::table_of(path("predictions.csv")).column("confidence"), own);
  rename(",kind", ",height2");  // no label column any more, but a column the model does not know
  const auto unlabelled = disgnn({"predict", "run", "data", "--out", "again.csv"});
  EXPECT_EQ(unlabelled.exit_code, 0) << unlabelled;
  EXPECT_EQ(testing::table_of(path("again.csv")).column("confidence"), own);
}

TEST_F(ChangedData, WithFeaturesInAnotherOrderIsPredictedAlike) {
  train_on_tables("id,height,weight");
  ASSERT_EQ(disgnn(testing::joined({{"train", "data", "--out", "run"}, testing::small_training()}))
                .exit_code,
            0);
  std::string nodes = "id,weight,height\n";
  for (int v = 0; v < 30; ++v) nodes += fmt::format("{},{},{}\n", v, v % 5, v % 3);
  folder_.write("data/nodes.csv", nodes);
  ASSERT_EQ(disgnn({"predict", "run", "data", "--threads", "1"}).exit_code, 0);
  EXPECT_EQ(testing::table_of(path("predictions.csv")).column("confidence"),
            testing::table_of(path("run/predictions.csv")).column("confidence"));
}

TEST_F(ChangedData, OfASettingsFileIsFoundBesideIt) {
  train_on_tables("id,height,weight");
  folder_.write("study/settings.toml", "[data]\ndata = \"../data\"\n");
  const auto trained = disgnn(testing::joined(
      {{"train", "--config", "study/settings.toml", "--out", "run"}, testing::small_training()}));
  EXPECT_EQ(trained.exit_code, 0) << trained;
}

}  // namespace
}  // namespace disgnn
