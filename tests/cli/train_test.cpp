#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using testing::Json;
using ::testing::Le;

std::vector<std::string> names_in(const testing::fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : testing::fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

void expect_fraction(const Json& value) {
  ASSERT_TRUE(value.is_number());
  EXPECT_THAT(value.get<double>(), AllOf(Ge(0.0), Le(1.0)));
}

TEST(RunFolder, HoldsTheDocumentedFilesOnly) {
  EXPECT_THAT(names_in(testing::campus_run()),
              ElementsAre("checkpoint", "config.toml", "metrics.jsonl", "model.json",
                          "model.safetensors", "predictions.csv", "summary.json"));
  EXPECT_THAT(names_in(testing::campus_run() / "checkpoint"), ElementsAre("data.txt", "runs.json"));
}

TEST(TrainJson, IsTheSummaryAndNothingElse) {
  const auto& outcome = testing::campus_training();
  EXPECT_EQ(outcome.out, testing::bytes_of(testing::campus_run() / "summary.json"));
  testing::json_of(outcome.out);
}

TEST(Summary, DescribesTheDataAndTheModel) {
  const Json summary = testing::json_of(testing::campus_training().out);
  EXPECT_EQ(summary["model"], "disgnn");
  EXPECT_EQ(summary["dataset"]["name"], "campus");
  EXPECT_EQ(summary["dataset"]["nodes"], testing::kCampusNodes);
  EXPECT_EQ(summary["dataset"]["edges"], 975);  // 150 * (3 * 4 + 1) / 2
  EXPECT_EQ(summary["dataset"]["classes"], 6);
  EXPECT_EQ(summary["dataset"]["features"], 550);
}

TEST(Summary, CarriesScoresAsFractions) {
  const Json summary = testing::json_of(testing::campus_training().out);
  ASSERT_EQ(summary["runs"].size(), 1U);
  const Json& run = summary["runs"][0];
  EXPECT_EQ(run["seed"], 0);
  EXPECT_EQ(run["epochs"], testing::kSmallEpochs);
  EXPECT_THAT(run["best_epoch"].get<int>(), AllOf(Ge(1), Le(testing::kSmallEpochs)));
  for (const char* const key : {"val_accuracy", "val_macro_f1", "test_accuracy", "test_macro_f1"}) {
    expect_fraction(run[key]);
  }
  EXPECT_GT(run["seconds"], 0);
  EXPECT_EQ(summary["test"]["accuracy"]["mean"], run["test_accuracy"]);
  EXPECT_EQ(summary["test"]["accuracy"]["std"], 0);
  EXPECT_EQ(summary["test"]["macro_f1"]["mean"], run["test_macro_f1"]);

  const Json& found = summary["disentanglement"];
  ASSERT_EQ(found["homophily_auc"]["layers"].size(), 2U);
  for (const Json& auc : found["homophily_auc"]["layers"]) expect_fraction(auc);
  expect_fraction(found["homophily_auc"]["predictions"]);
  // Validation edges say which layer counts, not test edges.
  const Json& known = found["homophily_auc"]["validation_layers"];
  ASSERT_EQ(known.size(), 2U);
  const int better = known[1].get<double>() > known[0].get<double>() ? 1 : 0;
  EXPECT_EQ(found["homophily_auc"]["best"], found["homophily_auc"]["layers"][better]);
  for (const char* const key : {"nmi", "kmeans_nmi", "relation_auc"}) expect_fraction(found[key]);
  EXPECT_TRUE(found["ari"].is_number());
}

TEST(Summary, CarriesTimesAndMemory) {
  const Json summary = testing::json_of(testing::campus_training().out);
  const Json& timing = summary["timing"];
  EXPECT_GT(timing["class_step_ms"], 0);
  EXPECT_GT(timing["full_step_ms"], 0);
  EXPECT_GT(timing["epoch_ms"], timing["full_step_ms"]);  // an epoch holds a full step
  EXPECT_GT(summary["peak_rss_mb"], 10);
}

TEST(Metrics, HoldALinePerEpoch) {
  const auto lines = testing::json_lines(testing::campus_run() / "metrics.jsonl");
  ASSERT_EQ(lines.size(), static_cast<std::size_t>(testing::kSmallEpochs));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i]["run"], 0);
    EXPECT_EQ(lines[i]["epoch"], i + 1);
    EXPECT_EQ(lines[i]["class_losses"].size(), 5U);  // steps before the one on the full loss
    for (const char* const term : {"node", "edge", "conform", "channel", "full"}) {
      EXPECT_GT(lines[i]["losses"][term], 0) << term;
    }
    expect_fraction(lines[i]["train_accuracy"]);
    expect_fraction(lines[i]["val_accuracy"]);
    expect_fraction(lines[i]["val_macro_f1"]);
  }
}

TEST(JointTraining, TakesAllStepsOnTheFullLoss) {
  const testing::TemporaryFolder folder;
  const auto run = folder.path() / "run";
  const auto outcome =
      testing::disgnn(testing::joined({{"train", testing::campus(), "--out", run, "--json"},
                                       {"--joint", "--epochs", "1", "--quiet"},
                                       testing::small_model(2)}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_TRUE(testing::json_lines(run / "metrics.jsonl")[0]["class_losses"].empty());
  EXPECT_EQ(testing::json_of(outcome.out)["timing"]["class_step_ms"], 0);
}

TEST(Predictions, HoldOneRowPerNodeWithAProbabilityPerClass) {
  const auto table = testing::table_of(testing::campus_run() / "predictions.csv");
  EXPECT_THAT(table.columns, ElementsAre("id", "split", "label", "predicted", "confidence",
                                         "probability_department-0", "probability_department-1",
                                         "probability_department-2", "probability_department-3",
                                         "probability_department-4", "probability_department-5"));
  ASSERT_EQ(table.rows.size(), static_cast<std::size_t>(testing::kCampusNodes));
  const auto labels = testing::campus_labels();
  for (std::size_t v = 0; v < table.rows.size(); ++v) {
    const auto& row = table.rows[v];
    EXPECT_EQ(row[0], std::to_string(v));
    EXPECT_EQ(row[2], "department-" + std::to_string(labels[v]));
    std::vector<double> probabilities;
    for (std::size_t c = 5; c < row.size(); ++c) probabilities.push_back(std::stod(row[c]));
    EXPECT_NEAR(std::accumulate(probabilities.begin(), probabilities.end(), 0.0), 1.0, 1e-5);
    const auto best = std::max_element(probabilities.begin(), probabilities.end());
    EXPECT_EQ(std::stod(row[4]), *best);
    EXPECT_EQ("probability_" + row[3], table.columns[5 + (best - probabilities.begin())]);
  }
}

TEST(Predictions, ShowTheSplitAndTheAccuracyOfTheSummary) {
  const auto table = testing::table_of(testing::campus_run() / "predictions.csv");
  const auto parts = table.column("split");
  const auto share = [&](const char* part) {
    return static_cast<double>(std::count(parts.begin(), parts.end(), part)) /
           testing::kCampusNodes;
  };
  EXPECT_NEAR(share("train"), 0.2, 0.02);  // classes are rounded one by one
  EXPECT_NEAR(share("validation"), 0.3, 0.02);
  EXPECT_NEAR(share("test"), 0.5, 0.02);
  EXPECT_DOUBLE_EQ(share("train") + share("validation") + share("test"), 1);

  double correct = 0;
  for (const auto& row : table.rows) correct += row[1] == "test" && row[2] == row[3] ? 1 : 0;
  const Json summary = testing::json_of(testing::campus_training().out);
  EXPECT_NEAR(summary["runs"][0]["test_accuracy"].get<double>(),
              correct / (share("test") * testing::kCampusNodes), 1e-12);
}

TEST(RepeatedRuns, ReportMeanAndDeviationAndKeepTheBestRun) {
  const testing::TemporaryFolder folder;
  const auto run = folder.path() / "run";
  const auto outcome =
      testing::disgnn(testing::joined({{"train", testing::campus(), "--out", run, "--json"},
                                       {"--runs", "2", "--seed", "7"},
                                       testing::small_training()}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  const Json summary = testing::json_of(outcome.out);
  ASSERT_EQ(summary["runs"].size(), 2U);
  EXPECT_EQ(summary["runs"][0]["seed"], 7);
  EXPECT_EQ(summary["runs"][1]["seed"], 8);
  for (const auto& [key, total] :
       {std::pair{"test_accuracy", "accuracy"}, std::pair{"test_macro_f1", "macro_f1"}}) {
    const double first = summary["runs"][0][key];
    const double second = summary["runs"][1][key];
    EXPECT_NEAR(summary["test"][total]["mean"].get<double>(), (first + second) / 2, 1e-12);
    EXPECT_NEAR(summary["test"][total]["std"].get<double>(),
                std::abs(first - second) / std::sqrt(2), 1e-12);
  }
  EXPECT_EQ(testing::json_lines(run / "metrics.jsonl").size(), 2U * testing::kSmallEpochs);
  const bool second_is_better =
      summary["runs"][1]["val_accuracy"] > summary["runs"][0]["val_accuracy"];
  EXPECT_EQ(testing::json_of(testing::bytes_of(run / "model.json"))["seed"],
            second_is_better ? 8 : 7);
}

TEST(BaseModel, TrainsWithoutSelfSupervision) {
  const testing::TemporaryFolder folder;
  const auto run = folder.path() / "run";
  const auto outcome = testing::disgnn(testing::joined(
      {{"train", testing::campus(), "--out", run, "--json", "--model", "disgnn-base"},
       testing::small_training()}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(testing::json_of(outcome.out)["model"], "disgnn-base");
  for (const Json& line : testing::json_lines(run / "metrics.jsonl")) {
    EXPECT_EQ(line["losses"].size(), 2U);  // node and full
    EXPECT_EQ(line["losses"]["node"], line["losses"]["full"]);
  }
}

TEST(BuiltInGraph, IsUsedWhenNoDataIsNamed) {
  const testing::TemporaryFolder folder;
  const auto outcome = testing::disgnn({"train", "--epochs", "1", "--steps", "0", "--hidden", "2",
                                        "--channels", "1", "--json", "--quiet"},
                                       folder.path());
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(testing::json_of(outcome.out)["dataset"]["nodes"], 2000);
  EXPECT_TRUE(testing::fs::exists(folder.path() / "runs" / "campus-disgnn" / "summary.json"));
}

}  // namespace
}  // namespace disgnn
