#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "report/sections.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::report {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

/// Five nodes of classes 0 0 1 1 1, all but the first of which are tested.
run::OpenRun tested_run() {
  run::OpenRun run;
  run.data.graph = path(5);
  run.data.labels = {0, 0, 1, 1, 1};
  run.data.classes = 2;
  run.split = Split({Role::kTrain, Role::kTest, Role::kTest, Role::kTest, Role::kTest});
  // Right, right, wrong with 0.9, wrong with 0.6.
  run.evaluation.set_probabilities(
      tensor_of({0.5, 0.5, 0.8, 0.2, 0.3, 0.7, 0.9, 0.1, 0.6, 0.4}, {5, 2}));
  return run;
}

/// The section of a report that holds these nodes, or all where there are none.
run::Json section_of(const run::OpenRun& run, const std::vector<NodeId>& nodes = {}) {
  const ReportLimits limits{.nodes = nodes.empty() ? run.data.graph.nodes()
                                                   : static_cast<std::int64_t>(nodes.size())};
  const ExplainedRun explained{.run = run,
                               .model = nullptr,
                               .columns = {},
                               .contributions = std::nullopt,
                               .errors = test_errors(run),
                               .kept = kept_graph(run.data.graph, nodes, 1, limits)};
  return errors_section(explained);
}

TEST(ErrorsSection, HoldsConfusionScoresAndTheWorstMistakesFirst) {
  const run::OpenRun run = tested_run();
  const run::Json json = section_of(run);
  EXPECT_EQ(json["nodes"], 4);
  EXPECT_EQ(json["accuracy"], 0.5);
  EXPECT_EQ(json["confusion"], run::Json({{1, 0}, {2, 1}}));
  EXPECT_NEAR(json["per_class"][0]["precision"].get<double>(), 1.0 / 3, 1e-12);
  EXPECT_EQ(json["per_class"][0]["recall"], 1);
  EXPECT_NEAR(json["per_class"][1]["recall"].get<double>(), 1.0 / 3, 1e-12);
  EXPECT_EQ(json["per_class"][1]["support"], 3);
  ASSERT_EQ(json["mistakes"].size(), 2U);
  EXPECT_EQ(json["mistakes"][0]["node"], 3);
  EXPECT_NEAR(json["mistakes"][0]["confidence"].get<double>(), 0.9, 1e-6);
  EXPECT_EQ(json["mistakes"][1]["node"], 4);
}

TEST(ErrorsSection, NamesNodesByTheirPlaceInTheReport) {
  const run::OpenRun run = tested_run();
  const run::Json json = section_of(run, {3, 4});
  EXPECT_EQ(json["mistakes"][0]["node"], 0);
  EXPECT_EQ(json["mistakes"][1]["node"], 1);
}

TEST(ErrorsSection, SaysNothingOfEmptyBins) {
  const run::OpenRun run = tested_run();
  const run::Json json = section_of(run);
  std::int64_t counted = 0;
  for (const run::Json& bin : json["calibration"]["bins"]) {
    counted += bin["count"].get<std::int64_t>();
    EXPECT_EQ(bin["accuracy"].is_null(), bin["count"] == 0);
  }
  EXPECT_EQ(counted, 4);
}

}  // namespace
}  // namespace disgnn::report
