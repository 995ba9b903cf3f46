#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

class Generate : public ::testing::Test {
 protected:
  [[nodiscard]] testing::Outcome campus(const testing::Arguments& arguments) const {
    return testing::disgnn(testing::joined({{"generate", "campus", "--nodes", "90"}, arguments}),
                           folder_.path());
  }
  [[nodiscard]] testing::fs::path path(const std::string& name) const {
    return folder_.path() / name;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(Generate, WritesTheGraphWithTheTrueRelations) {
  const auto outcome = campus({"--relations", "2", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  const auto report = testing::json_of(outcome.out);
  EXPECT_EQ(report["nodes"], 90);
  EXPECT_EQ(report["edges"], 90 * (2 * 4 + 1) / 2);
  EXPECT_EQ(report["relations"].size(), 2U);
  for (const char* const file :
       {"edges.npy", "features.npz", "labels.npy", "relations.npy", "classes.csv", "meta.json"}) {
    EXPECT_TRUE(testing::fs::exists(path("campus") / file)) << file;
  }
  EXPECT_TRUE(testing::fs::exists(path("campus/relations.npy")));
}

TEST_F(Generate, GivesTheSameBytesForTheSameSeed) {
  ASSERT_EQ(campus({"--seed", "4", "--out", "a/campus"}).exit_code, 0);
  ASSERT_EQ(campus({"--seed", "4", "--out", "b/campus"}).exit_code, 0);
  ASSERT_EQ(campus({"--seed", "5", "--out", "c/campus"}).exit_code, 0);
  EXPECT_EQ(testing::snapshot(path("a")), testing::snapshot(path("b")));
  EXPECT_NE(testing::snapshot(path("a")), testing::snapshot(path("c")));
}

TEST_F(Generate, ReplacesOnlyADatasetAndOnlyWhenTold) {
  testing::write_bytes(path("notes/list.txt"), "mine");
  ASSERT_EQ(campus({"--out", "campus"}).exit_code, 0);
  const auto before = testing::snapshot(folder_.path());
  testing::expect_refusal(campus({"--out", "campus", "--seed", "9"}), 2, {"campus", "not empty"});
  testing::expect_refusal(campus({"--out", "notes", "--overwrite"}), 2, {"notes", "not a dataset"});
  EXPECT_EQ(testing::snapshot(folder_.path()), before);
  EXPECT_EQ(campus({"--out", "campus", "--seed", "9", "--overwrite"}).exit_code, 0);
  EXPECT_NE(testing::snapshot(folder_.path()), before);
}

}  // namespace
}  // namespace disgnn
