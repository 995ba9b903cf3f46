#include <gtest/gtest.h>

#include <algorithm>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using testing::Json;

/// Training with and without pseudo-labels, on graphs that differ in the labels of one part only.
class LabelLeak : public ::testing::TestWithParam<bool> {
 protected:
  LabelLeak() { testing::write_split_file(split_file()); }

  /// Shared by the tests below: what one has trained the others need not train again.
  static const testing::fs::path& folder() {
    static const testing::TemporaryFolder shared;
    return shared.path();
  }
  static testing::fs::path split_file() { return folder() / "split.csv"; }

  /// A copy of the shared graph in which the nodes of a part pass their labels on in a circle.
  static testing::fs::path permuted(const std::string& part) {
    auto graph = folder() / ("graph-" + part);
    if (testing::fs::exists(graph)) return graph;
    testing::copy_campus(graph);
    auto labels = testing::campus_labels();
    std::vector<std::int64_t*> turned;
    for (std::int64_t v = 0; v < testing::kCampusNodes; ++v) {
      if (testing::fixed_part(v) == part) turned.push_back(&labels[v]);
    }
    for (std::size_t i = 0; i + 1 < turned.size(); ++i) std::swap(*turned[i], *turned[i + 1]);
    EXPECT_NE(labels, testing::campus_labels());
    testing::write_labels(graph, labels);
    return graph;
  }

  static testing::fs::path trained(const testing::fs::path& graph) {
    const std::string name = graph.filename().string() + (GetParam() ? "-with" : "-without");
    auto run = folder() / ("run-" + name);
    if (testing::fs::exists(run)) return run;
    const char* const pseudo_labels = GetParam() ? "--pseudo-labels" : "--no-pseudo-labels";
    const auto outcome = testing::disgnn(
        testing::joined({{"train", graph, "--out", run, "--split", split_file(), "--epochs", "12",
                          "--patience", "4", "--self-confidence", "0.1", pseudo_labels, "--quiet"},
                         testing::early_pseudo_labels(),
                         testing::small_model(2)}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    return run;
  }
};

TEST_P(LabelLeak, TestLabelsLeaveTheWeightsAlone) {
  const auto run = trained(testing::campus());
  const auto other = trained(permuted("test"));
  EXPECT_EQ(testing::bytes_of(run / "model.safetensors"),
            testing::bytes_of(other / "model.safetensors"));
  EXPECT_EQ(testing::metrics_without_times(run), testing::metrics_without_times(other));
  const Json last = testing::json_lines(run / "metrics.jsonl").back();
  EXPECT_EQ(last["pseudo_labels"] > 0, GetParam());
}

TEST_P(LabelLeak, ValidationLabelsLeaveTheLossesAlone) {
  const auto lines = testing::json_lines(trained(testing::campus()) / "metrics.jsonl");
  const auto others = testing::json_lines(trained(permuted("validation")) / "metrics.jsonl");
  const std::size_t common = std::min(lines.size(), others.size());
  ASSERT_GE(common, 4U);
  for (std::size_t i = 0; i < common; ++i) {
    EXPECT_EQ(lines[i]["losses"], others[i]["losses"]) << "epoch " << i + 1;
    EXPECT_EQ(lines[i]["class_losses"], others[i]["class_losses"]) << "epoch " << i + 1;
    EXPECT_EQ(lines[i]["train_accuracy"], others[i]["train_accuracy"]) << "epoch " << i + 1;
  }
  EXPECT_NE(lines[0]["val_loss"], others[0]["val_loss"]);
}

TEST_P(LabelLeak, TrainingLabelsDoMatter) {
  EXPECT_NE(testing::bytes_of(trained(testing::campus()) / "model.safetensors"),
            testing::bytes_of(trained(permuted("train")) / "model.safetensors"));
}

INSTANTIATE_TEST_SUITE_P(, LabelLeak, ::testing::Bool(), [](const auto& with) {
  return std::string(with.param ? "WithPseudoLabels" : "WithoutPseudoLabels");
});

}  // namespace
}  // namespace disgnn
