#include "disgnn/reproduce/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "disgnn/reproduce/significance.h"
#include "support/expect_error.h"

namespace disgnn::reproduce {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers
using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::SizeIs;

TEST(StudentT, AgreesWithPrintedTables) {
  // Two-sided 5 % points of the usual tables.
  EXPECT_NEAR(student_t_cdf(12.706, 1), 0.975, 1e-4);
  EXPECT_NEAR(student_t_cdf(4.303, 2), 0.975, 1e-4);
  EXPECT_NEAR(student_t_cdf(3.182, 3), 0.975, 1e-4);
  EXPECT_NEAR(student_t_cdf(2.776, 4), 0.975, 1e-4);
  EXPECT_NEAR(student_t_cdf(2.262, 9), 0.975, 1e-4);
  EXPECT_NEAR(student_t_cdf(2.042, 30), 0.975, 1e-4);
  EXPECT_NEAR(student_t_cdf(-4.303, 2), 0.025, 1e-4);
  EXPECT_DOUBLE_EQ(student_t_cdf(0, 5), 0.5);
}

TEST(PairedTTest, ComparesPairs) {
  // Differences 1, 2, 3: mean 2, standard error 1 / sqrt(3), t = 3.4641 with 2 degrees of freedom.
  const std::vector<double> a{2, 4, 6};
  const std::vector<double> b{1, 2, 3};
  EXPECT_NEAR(*paired_t_test(a, b), 0.0742, 1e-4);
  EXPECT_NEAR(*paired_t_test(b, a), 0.0742, 1e-4);
  EXPECT_EQ(*paired_t_test(a, a), 1);
  EXPECT_EQ(*paired_t_test(std::vector<double>{2, 3}, std::vector<double>{1, 2}), 0);
  EXPECT_EQ(paired_t_test(std::vector<double>{2}, std::vector<double>{1}), std::nullopt);
}

TEST(Cells, SayWhatTheirVariantSets) {
  EXPECT_THAT(cell_of("cora", "gcn").options, ElementsAre(Pair("model", "gcn")));
  EXPECT_THAT(cell_of("cora", "disgnn-base+context").options,
              ElementsAre(Pair("model", "disgnn-base"), Pair("pretext", "context=1")));
  EXPECT_EQ(cell_of("cora", "disgnn-base+context").follows, "");
  EXPECT_THAT(cell_of("cora", "disgnn@sage").options,
              ElementsAre(Pair("model", "disgnn"), Pair("aggregator", "sage")));
  EXPECT_EQ(cell_of("cora", "disgnn~dot").follows, "disgnn");
  EXPECT_THAT(cell_of("cora", "disgnn!conform=100").options,
              ::testing::IsSupersetOf({Pair("model", "disgnn"), Pair("lambda-edge", "0"),
                                       Pair("lambda-conform", "100"), Pair("lambda-channel", "0"),
                                       Pair("lambda-self", "0")}));
  EXPECT_THAT(cell_of("cora", "disgnn%8").options,
              ElementsAre(Pair("model", "disgnn"), Pair("channels", "8")));
  EXPECT_TRUE(cell_of("cora", "disgnn%8").searched);
  EXPECT_EQ(cell_of("campus-3-1", "disgnn#8").options, cell_of("cora", "disgnn%8").options);
  EXPECT_FALSE(cell_of("campus-3-1", "disgnn#8").searched);
}

TEST(Experiments, HaveTheirCellsWithTheOnesTheyFollowFirst) {
  EXPECT_THAT(experiment_names(),
              ElementsAre("table1", "table2", "table3", "table4", "figure-modules", "figure-lambda",
                          "figure-channels", "figure-relations"));
  EXPECT_THAT(cells_of("table1"), SizeIs(4 * 14));
  EXPECT_THAT(cells_of("figure-lambda"), SizeIs(2 + 3 * 7));
  EXPECT_THAT(cells_of("figure-relations"), SizeIs(9 * 2));
  EXPECT_THAT(sweep_variants("campus-3-0.5"), ElementsAre("disgnn-base#4", "disgnn#4"));
  EXPECT_THAT(sweep_variants("campus-2-1"), ElementsAre("disgnn-base#4", "disgnn#4"));
  EXPECT_THAT(sweep_variants("campus-4-1"), ElementsAre("disgnn-base#6", "disgnn#6"));
  EXPECT_THAT(sweep_variants("campus-6-1"), ElementsAre("disgnn-base#8", "disgnn#8"));
  for (const std::string& name : experiment_names()) {
    const std::vector<Cell> cells = cells_of(name);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].follows.empty()) continue;
      const auto leader =
          std::find(cells.begin(), cells.end(), Cell{cells[i].dataset, cells[i].follows, {}, ""});
      EXPECT_LT(leader - cells.begin(), static_cast<std::ptrdiff_t>(i)) << name;
    }
  }
  expect_usage_error({"unknown experiment 'table9'", "table1"}, [] { (void)cells_of("table9"); });
}

TEST(PaperFigures, AreThoseOfTheTables) {
  EXPECT_EQ(paper_figure("cora", "disgnn")->accuracy, 83.16);
  EXPECT_EQ(*paper_figure("cora", "disgnn")->macro_f1, 81.99);
  EXPECT_EQ(paper_figure("squirrel", "disgnn@gcn")->accuracy, 52.62);
  EXPECT_EQ(paper_figure("squirrel", "disgnn@gcn")->macro_f1, std::nullopt);
  EXPECT_EQ(paper_figure("cora", "gat"), std::nullopt);
  for (const TablePlan& plan : table_plans()) {
    for (const TableRow& row : plan.rows) {
      for (const std::string& dataset : plan.datasets) {
        if (dataset.ends_with("_filtered")) continue;
        EXPECT_EQ(paper_figure(dataset, row.variant).has_value(), row.in_paper)
            << dataset << ' ' << row.variant;
      }
    }
  }
}

}  // namespace
}  // namespace disgnn::reproduce
