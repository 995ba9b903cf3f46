#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

TEST(Convert, BringsStringIdsFromTablesToPredictions) {
  const testing::TemporaryFolder folder;
  std::string nodes = "name,team,age,city,height\n";
  std::string edges = "from,to\n";
  for (int v = 0; v < 20; ++v) {
    nodes +=
        fmt::format("person-{},{},{},town,{}\n", v, v % 2 == 0 ? "red" : "blue", 20 + v, v % 3);
    edges += fmt::format("person-{},person-{}\n", v, (v + 2) % 20);
  }
  folder.write("people.csv", nodes);
  folder.write("friends.csv", edges);
  const auto converted =
      testing::disgnn({"convert", "--nodes", "people.csv", "--edges", "friends.csv",
                       "--label-column", "team", "--out", "native", "--json"},
                      folder.path());
  ASSERT_EQ(converted.exit_code, 0) << converted;
  EXPECT_THAT(converted.err, ::testing::HasSubstr("'city' holds no numbers"));
  const auto report = testing::json_of(converted.out);
  EXPECT_EQ(report["nodes"], 20);
  EXPECT_EQ(report["edges_read"], 20);
  EXPECT_EQ(report["features"], 2);

  const auto trained = testing::disgnn(
      testing::joined({{"train", "native", "--out", "run"}, testing::small_training()}),
      folder.path());
  ASSERT_EQ(trained.exit_code, 0) << trained;
  const auto table = testing::table_of(folder.path() / "run" / "predictions.csv");
  EXPECT_EQ(table.rows[7][0], "person-7");
  EXPECT_EQ(table.rows[7][2], "blue");
  EXPECT_EQ(table.columns.back(), "probability_red");
}

TEST(Convert, LeavesAnOldFolderAloneWhenTheInputIsBad) {
  const testing::TemporaryFolder folder;
  testing::copy_campus(folder.path() / "native");
  folder.write("nodes.csv", "id,x\na,1\n");
  folder.write("edges.csv", "source,target\na,b\n");
  const auto before = testing::snapshot(folder.path());
  testing::expect_refusal(testing::disgnn({"convert", "--nodes", "nodes.csv", "--edges",
                                           "edges.csv", "--out", "native", "--overwrite"},
                                          folder.path()),
                          3, {"edges.csv:2:2", "'b'"});
  EXPECT_EQ(testing::snapshot(folder.path()), before);
}

}  // namespace
}  // namespace disgnn
