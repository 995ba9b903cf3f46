#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "campus.h"
#include "disgnn/data/npz.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

class SplitOption : public ::testing::Test {
 protected:
  /// Trains with --split SPECIFICATION and returns the split column of the predictions.
  [[nodiscard]] std::vector<std::string> parts(const testing::fs::path& data,
                                               const std::string& specification) const {
    const auto run = folder_.path() / "run";
    const auto outcome = testing::disgnn(
        testing::joined({{"train", data, "--split", specification, "--out", run, "--seed", "3"},
                         testing::small_training()}),
        folder_.path());
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    return testing::table_of(run / "predictions.csv").column("split");
  }
  /// The shared graph with two public splits; in number 1 every node is one place further on.
  [[nodiscard]] testing::fs::path graph_with_public_splits() const {
    auto folder = folder_.path() / "graph";
    testing::copy_campus(folder);
    std::vector<NpzMember> members;
    for (const std::string part : {"train", "validation", "test"}) {
      std::vector<std::uint8_t> mask;
      for (std::int64_t v = 0; v < 2 * testing::kCampusNodes; ++v) {
        const std::int64_t shift = v / testing::kCampusNodes;
        mask.push_back(testing::fixed_part(v % testing::kCampusNodes + shift) == part ? 1 : 0);
      }
      members.push_back({(part == "validation" ? "val" : part) + "_masks",
                         encode_npy_mask(mask, {2, testing::kCampusNodes})});
    }
    write_npz(folder / "splits.npz", members);
    return folder;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(SplitOption, TakesARatio) {
  const auto parts = this->parts(testing::campus(), "6:2:2");
  EXPECT_NEAR(std::count(parts.begin(), parts.end(), "train"), 90, 3);
  EXPECT_NEAR(std::count(parts.begin(), parts.end(), "validation"), 30, 3);
  EXPECT_NEAR(std::count(parts.begin(), parts.end(), "test"), 30, 3);
}

TEST_F(SplitOption, TakesSoManyTrainingNodesOfEveryClass) {
  const auto parts = this->parts(testing::campus(), "per-class:4");
  const auto labels = testing::campus_labels();
  std::vector<int> training(6);
  for (std::size_t v = 0; v < parts.size(); ++v) {
    if (parts[v] == "train") ++training[labels[v]];
  }
  EXPECT_THAT(training, ::testing::Each(4));
  // The rest is 3:5.
  EXPECT_NEAR(std::count(parts.begin(), parts.end(), "validation"), 126 * 3 / 8.0, 3);
  EXPECT_EQ(std::count(parts.begin(), parts.end(), "none"), 0);
}

TEST_F(SplitOption, RefusesNumbersPerClassThatNoSplitCanHave) {
  for (const std::string wrong : {"per-class:0", "per-class:x", "per-class:"}) {
    const auto outcome = testing::disgnn(
        {"train", testing::campus(), "--split", wrong, "--out", folder_.path() / "run"});
    testing::expect_refusal(outcome, 2, {wrong});
    EXPECT_FALSE(testing::fs::exists(folder_.path() / "run"));
  }
}

TEST_F(SplitOption, TakesAFileAndLeavesOtherNodesOut) {
  testing::write_bytes(folder_.path() / "split.csv",
                       "id,split\n3,train\n4,train\n5,validation\n6,val\n7,test\n");
  const auto parts = this->parts(testing::campus(), "split.csv");
  EXPECT_EQ(parts[4], "train");
  EXPECT_EQ(parts[6], "validation");
  EXPECT_EQ(parts[7], "test");
  EXPECT_EQ(std::count(parts.begin(), parts.end(), "none"), testing::kCampusNodes - 5);
}

TEST_F(SplitOption, TakesAPublicSplitByNumber) {
  const auto graph = graph_with_public_splits();
  const auto parts = this->parts(graph, "public:1");
  for (std::int64_t v = 0; v < testing::kCampusNodes; ++v) {
    EXPECT_EQ(parts[v], testing::fixed_part(v + 1)) << v;
  }
  testing::expect_refusal(
      testing::disgnn({"train", graph, "--split", "public:2", "--out", folder_.path() / "other"}),
      3, {"2 public splits", "number 2"});
  EXPECT_FALSE(testing::fs::exists(folder_.path() / "other"));
}

TEST_F(SplitOption, IsRefusedWhereTheDataHasNoPublicSplit) {
  testing::expect_refusal(testing::disgnn({"train", testing::campus(), "--split", "public", "--out",
                                           folder_.path() / "run"}),
                          3, {"campus", "without public splits", "2:3:5"});
}

TEST_F(SplitOption, WithoutAClassInTrainingWarnsAndGoesOn) {
  const auto labels = testing::campus_labels();
  std::string text = "id,split\n";
  for (std::int64_t v = 0; v < testing::kCampusNodes; ++v) {
    const bool left_out = labels[v] == 2 && testing::fixed_part(v) == std::string("train");
    if (!left_out) text += std::to_string(v) + "," + testing::fixed_part(v) + "\n";
  }
  testing::write_bytes(folder_.path() / "split.csv", text);
  const auto outcome = testing::disgnn(
      testing::joined({{"train", testing::campus(), "--split", "split.csv", "--out", "run"},
                       testing::small_training()}),
      folder_.path());
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_THAT(outcome.err, ::testing::HasSubstr("warning: no training node of class department-2"));
  EXPECT_THAT(outcome.err, ::testing::Not(::testing::HasSubstr("department-1")));
}

TEST_F(SplitOption, IsNoFileNameWhereItNamesPublicSplits) {
  const auto graph = graph_with_public_splits();
  testing::fs::create_directory(folder_.path() / "public");
  const auto outcome =
      testing::disgnn(testing::joined({{"train", graph, "--split", "public", "--out", "run-public"},
                                       testing::small_training()}),
                      folder_.path());
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
}

TEST_F(SplitOption, GivesEveryRunItsOwnPublicSplit) {
  const auto graph = graph_with_public_splits();
  const auto train = [&](const std::string& split, const std::string& seed, const std::string& runs,
                         const std::string& out) {
    const auto outcome =
        testing::disgnn(testing::joined({{"train", graph, "--split", split, "--seed", seed,
                                          "--runs", runs, "--out", out, "--json"},
                                         testing::small_training()}),
                        folder_.path());
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    return testing::json_of(outcome.out)["runs"];
  };
  const auto both = train("public", "5", "2", "both");
  EXPECT_EQ(both[0]["test_accuracy"], train("public:0", "5", "1", "first")[0]["test_accuracy"]);
  EXPECT_EQ(both[1]["test_accuracy"], train("public:1", "6", "1", "second")[0]["test_accuracy"]);
}

TEST_F(SplitOption, RefusesAFileThatIsNotThere) {
  testing::expect_refusal(testing::disgnn({"train", testing::campus(), "--split", "none.csv",
                                           "--out", folder_.path() / "run"}),
                          3, {"none.csv", "cannot be read"});
}

}  // namespace
}  // namespace disgnn
