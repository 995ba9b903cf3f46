#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

class Relations : public ::testing::Test {
 protected:
  [[nodiscard]] testing::Outcome relations(const testing::Arguments& arguments) const {
    return testing::disgnn(testing::joined({{"relations"}, arguments}), folder_.path());
  }
  [[nodiscard]] testing::fs::path path(const std::string& name) const {
    return folder_.path() / name;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(Relations, AreWrittenAsTablesAndOneDocument) {
  ASSERT_EQ(testing::disgnn({"generate", "campus", "--nodes", "600", "--relations", "2",
                             "--word-probability", "0.4"},
                            folder_.path())
                .exit_code,
            0);
  const auto outcome =
      relations({"campus", "--out", "found", "--restarts", "1", "--json", "--quiet"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  const auto json = testing::json_of(outcome.out);
  EXPECT_EQ(json["version"], 1);
  ASSERT_EQ(json["relations"].size(), 2U);
  EXPECT_GT(json["truth"]["nmi"], 0.6);
  EXPECT_GE(json["truth"]["nmi_of_somebody_who_knows"]["true_memberships"],
            json["truth"]["nmi"].get<double>() - 0.05);
  double total = json["noise"];
  for (const auto& relation : json["relations"]) total += relation["strength"].get<double>();
  EXPECT_NEAR(total, 1, 1e-6);
  EXPECT_EQ(json["relations"][0]["examples"].size(), 5U);
  const auto written = testing::json_of(testing::bytes_of(path("found/relations.json")));
  EXPECT_EQ(written["relations"], json["relations"]);

  const auto edges = testing::table_of(path("found/edges.csv"));
  EXPECT_EQ(edges.numbers("source").size(), json["edges"].get<std::size_t>());
  for (std::size_t row = 0; row < 20; ++row) {
    EXPECT_NEAR(edges.numbers("relation0")[row] + edges.numbers("relation1")[row] +
                    edges.numbers("noise")[row],
                1, 2e-4);
  }
  const auto groups = testing::table_of(path("found/groups.csv"));
  EXPECT_EQ(groups.numbers("node").size(), 1200U);
}

TEST_F(Relations, OfAGraphWithoutEdgesAreRefused) {
  testing::write_bytes(path("nodes.csv"), "id,x\na,1\nb,2\n");
  testing::write_bytes(path("edges.csv"), "source,target\na,a\n");
  testing::expect_refusal(relations({"--nodes", "nodes.csv", "--edges", "edges.csv"}), 3,
                          {"no edges"});
  EXPECT_FALSE(testing::fs::exists(path("runs"))) << "nothing is left behind";
}

TEST_F(Relations, DoNotReplaceWhatTheyDidNotWrite) {
  ASSERT_EQ(testing::disgnn({"generate", "campus", "--nodes", "150"}, folder_.path()).exit_code, 0);
  testing::write_bytes(path("mine/edges.csv"), "a,b\n");
  testing::expect_refusal(relations({"campus", "--out", "mine"}), 2,
                          {"edges.csv is there", "--out"});
  testing::write_bytes(path("file"), "");
  testing::expect_refusal(relations({"campus", "--out", "file"}), 3, {"is no folder"});
  EXPECT_EQ(testing::bytes_of(path("mine/edges.csv")), "a,b\n");
}

TEST_F(Relations, OfTwoNodesAreNotMadeUp) {
  testing::write_bytes(path("nodes.csv"), "id,x\na,1\nb,2\n");
  testing::write_bytes(path("edges.csv"), "source,target\na,b\n");
  testing::expect_refusal(relations({"--nodes", "nodes.csv", "--edges", "edges.csv"}), 3,
                          {"no three groups", "--groups"});
  testing::expect_refusal(
      relations({"--nodes", "nodes.csv", "--edges", "edges.csv", "--groups", "40"}), 3,
      {"no three groups"});
}

}  // namespace
}  // namespace disgnn
