#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using ::testing::ContainsRegex;

/// a - b, c joined to a, b, d and h; e - f; g alone. One self loop, one edge written twice; d and h
/// are copies of each other; y is constant; f has no label.
class Info : public ::testing::Test {
 protected:
  Info() {
    folder_.write("tiny/nodes.csv",
                  "id,label,x,y\n"
                  "a,red,1,1\n"
                  "b,red,2,1\n"
                  "c,blue,3,1\n"
                  "d,red,4,1\n"
                  "e,red,5,1\n"
                  "f,,6,1\n"
                  "g,blue,7,1\n"
                  "h,red,8,1\n");
    folder_.write("tiny/edges.csv", "source,target\na,b\nb,a\na,c\nb,c\nc,d\nc,h\ne,f\na,a\n");
  }

  [[nodiscard]] testing::Outcome info(const testing::Arguments& arguments) const {
    return testing::disgnn(testing::joined({{"info", "tiny"}, arguments}), folder_.path());
  }

  testing::TemporaryFolder folder_;
};

TEST_F(Info, CountsAndAuditsAsJson) {
  const auto outcome = info({"--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  const auto report = testing::json_of(outcome.out);
  EXPECT_EQ(report["name"], "tiny");
  EXPECT_EQ(report["nodes"], 8);
  EXPECT_EQ(report["edges"], 6);
  EXPECT_EQ(report["entries"], 2 * 6 + 8);
  EXPECT_EQ(report["directed"], false);
  EXPECT_EQ(report["features"], 2);
  EXPECT_EQ(report["classes"], 2);
  EXPECT_EQ(report["class_sizes"]["red"], 5);
  EXPECT_EQ(report["class_sizes"]["blue"], 2);
  EXPECT_EQ(report["degree"]["min"], 0);
  EXPECT_EQ(report["degree"]["median"], 1);
  EXPECT_EQ(report["degree"]["mean"], 1.5);
  EXPECT_EQ(report["degree"]["max"], 4);
  EXPECT_EQ(report["isolated_nodes"], 1);
  EXPECT_EQ(report["components"], 3);
  EXPECT_EQ(report["largest_component"], 5);
  // One of five labelled edges is inside a class; chance would give 0.6^2 + 0.4^2.
  EXPECT_DOUBLE_EQ(report["homophily"]["edge"].get<double>(), 0.2);
  EXPECT_NEAR(report["homophily"]["adjusted"].get<double>(), (0.2 - 0.52) / 0.48, 1e-12);
  const auto& audit = report["audit"];
  EXPECT_EQ(audit["duplicated_nodes"], 2);
  EXPECT_EQ(audit["duplicated_groups"], 1);
  EXPECT_EQ(audit["self_loops"], 1);
  EXPECT_EQ(audit["repeated_edges"], 1);
  EXPECT_EQ(audit["constant_features"], 1);
  EXPECT_EQ(audit["unlabelled_nodes"], 1);
  EXPECT_EQ(audit["unlabelled_share"], 0.125);
}

TEST_F(Info, PrintsTablesForPeople) {
  const auto outcome = info({});
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  for (const char* const line :
       {"nodes +8\n", "edges +6 \\(20 entries", "isolated nodes +1\n", "components +3 \\(largest 5",
        "edge homophily +0.2000\n", "adjusted homophily +-0.6667\n", "red +5 +62.5 %",
        "duplicated nodes .* 2 in 1 groups", "self loops in the data +1\n",
        "repeated edges in the data +1\n", "constant features +1\n",
        "unlabelled nodes +1 \\(12.5 %\\)"}) {
    EXPECT_THAT(outcome.out, ContainsRegex(line));
  }
}

TEST_F(Info, KeepsDirectionWhenAskedTo) {
  const auto report = testing::json_of(info({"--directed", "--json"}).out);
  EXPECT_EQ(report["directed"], true);
  EXPECT_EQ(report["entries"], 7 + 8);  // a -> b and b -> a are two now
  EXPECT_EQ(report["audit"]["repeated_edges"], 0);
}

}  // namespace
}  // namespace disgnn
