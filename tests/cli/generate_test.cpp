#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

class Generate : public ::testing::Test {
 protected:
  [[nodiscard]] testing::Outcome campus(const testing::Arguments& arguments) const {
    return testing::disgnn(testing::joined({{"generate", "campus", "--nodes", "150"}, arguments}),
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
  EXPECT_EQ(report["nodes"], 150);
  EXPECT_EQ(report["edges"], 150 * (2 * 4 + 1) / 2);
  EXPECT_EQ(report["relations"].size(), 2U);
  for (const char* const file : {"edges.npy", "features.npz", "labels.npy", "relations.npy",
                                 "memberships.npy", "classes.csv", "meta.json"}) {
    EXPECT_TRUE(testing::fs::exists(path("campus") / file)) << file;
  }
}

TEST_F(Generate, GivesTheSameBytesForTheSameSeed) {
  ASSERT_EQ(campus({"--seed", "0", "--out", "same"}).exit_code, 0);
  ASSERT_EQ(campus({"--seed", "1", "--out", "other"}).exit_code, 0);
  EXPECT_EQ(testing::snapshot(path("same")), testing::snapshot(testing::campus()));
  EXPECT_NE(testing::snapshot(path("other")), testing::snapshot(testing::campus()));
}

TEST_F(Generate, ReplacesOnlyADatasetAndOnlyWhenTold) {
  testing::write_bytes(path("notes/list.txt"), "mine");
  testing::copy_campus(path("campus"));
  const auto before = testing::snapshot(folder_.path());
  testing::expect_refusal(campus({"--out", "campus", "--seed", "9"}), 2, {"campus", "not empty"});
  testing::expect_refusal(campus({"--out", "notes", "--overwrite"}), 2, {"notes", "not a dataset"});
  EXPECT_EQ(testing::snapshot(folder_.path()), before);
  EXPECT_EQ(campus({"--out", "campus", "--seed", "9", "--overwrite"}).exit_code, 0);
  EXPECT_NE(testing::snapshot(folder_.path()), before);
}

}  // namespace
}  // namespace disgnn
