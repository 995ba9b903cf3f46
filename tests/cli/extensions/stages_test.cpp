#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

// --stage: what works on the predictions of any model after training.

namespace disgnn {
namespace {

using ::testing::HasSubstr;
using testing::Json;
using ::testing::Not;

class StageOption : public ::testing::Test {
 protected:
  [[nodiscard]] testing::fs::path path(const std::string& name) const {
    return folder_.path() / name;
  }
  [[nodiscard]] testing::Outcome disgnn(const testing::Arguments& arguments) const {
    return testing::disgnn(arguments, folder_.path());
  }
  /// Trains on the shared graph and returns the summary.
  [[nodiscard]] Json train(const std::string& out, const testing::Arguments& arguments) const {
    const auto outcome =
        disgnn(testing::joined({{"train", testing::campus(), "--out", out, "--json"},
                                testing::small_training(),
                                arguments}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    return testing::json_of(outcome.out);
  }
  [[nodiscard]] Json card(const std::string& run) const {
    return testing::json_of(testing::bytes_of(path(run) / "model.json"));
  }
  /// Probabilities of all nodes in a table of predictions.
  [[nodiscard]] std::vector<double> first_class(const std::string& table) const {
    return testing::table_of(path(table)).numbers("probability_department-0");
  }
  void generate_other() const {
    const auto outcome =
        disgnn({"generate", "campus", "--out", "other", "--nodes", "70", "--seed", "5"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(StageOption, WorksWithoutAnyModel) {
  const Json summary = train("run", {"--model", "none", "--stage", "krr"});
  EXPECT_EQ(summary["model"], "none");
  EXPECT_EQ(summary["stages"], Json::array({"krr"}));
  EXPECT_EQ(summary["runs"][0]["epochs"], 0);
  EXPECT_GT(summary["runs"][0]["test_accuracy"], 0.3);  // chance is a sixth
  ASSERT_EQ(summary["runs"][0]["choices"].size(), 2U);
  EXPECT_EQ(summary["runs"][0]["choices"][0], "--feature-norm auto takes none");
  EXPECT_THAT(summary["runs"][0]["choices"][1].get<std::string>(), HasSubstr("krr: kernels"));
  const auto predicted = disgnn({"predict", "run", "--out", "again.csv", "--threads", "1"});
  ASSERT_EQ(predicted.exit_code, 0) << predicted;
  EXPECT_EQ(testing::bytes_of(path("again.csv")), testing::bytes_of(path("run/predictions.csv")));
  generate_other();
  const auto elsewhere = disgnn({"predict", "run", "other"});
  EXPECT_EQ(elsewhere.exit_code, 3) << elsewhere;
  EXPECT_THAT(elsewhere.err, HasSubstr("only stages that were fitted on its own graph"));
  const auto searched = disgnn({"tune", testing::campus(), "--model", "none", "--stage", "krr"});
  EXPECT_EQ(searched.exit_code, 2) << searched;
  EXPECT_THAT(searched.err, HasSubstr("nothing to search"));
}

TEST_F(StageOption, IsNeededWithoutAModelAndRefusedIfNobodyKnowsIt) {
  testing::expect_refusal(disgnn({"train", testing::campus(), "--model", "none", "--out", "run"}),
                          2, {"--model none", "for instance --stage krr"});
  testing::expect_refusal(disgnn({"train", testing::campus(), "--stage", "magic", "--out", "run"}),
                          2, {"unknown stage 'magic'"});
  testing::expect_refusal(disgnn({"train", testing::campus(), "--krr", "--out", "run"}), 2,
                          {"unknown argument '--krr'", "did you mean --stage krr?"});
  EXPECT_FALSE(testing::fs::exists(path("run")));
}

TEST_F(StageOption, WithoutAModelHasNothingToDraw) {
  (void)train("run", {"--model", "none", "--stage", "krr"});
  const auto report = disgnn({"report", "run", "--figures", "f"});
  EXPECT_EQ(report.exit_code, 0) << report;
  EXPECT_EQ(report.out, "");
  EXPECT_THAT(report.err, HasSubstr("nothing to draw: no run here was trained"));
  EXPECT_FALSE(testing::fs::exists(path("f")));
}

TEST_F(StageOption, WorksOnABaselineAndLeavesItsTrainingAlone) {
  const Json plain = train("plain", {"--model", "gcn"});
  const Json summary = train("staged", {"--model", "gcn", "--stage", "krr"});
  EXPECT_EQ(plain["stages"], Json::array());
  EXPECT_EQ(summary["runs"][0]["best_epoch"], plain["runs"][0]["best_epoch"]);
  EXPECT_EQ(testing::metrics_without_times(path("staged")),
            testing::metrics_without_times(path("plain")));
  EXPECT_NE(first_class("staged/predictions.csv"), first_class("plain/predictions.csv"));
  EXPECT_EQ(card("staged")["stages"], Json::array({"krr"}));
  // What the model would have had alone stands beside what both have.
  EXPECT_EQ(summary["runs"][0]["model_test_accuracy"], plain["runs"][0]["test_accuracy"]);
  EXPECT_FALSE(plain["runs"][0].contains("model_test_accuracy"));
}

TEST_F(StageOption, OfWeightZeroChangesNothing) {
  (void)train("plain", {"--model", "gcn"});
  (void)train("silent", {"--model", "gcn", "--stage", "krr", "--krr-weight", "0"});
  const auto plain = first_class("plain/predictions.csv");
  const auto silent = first_class("silent/predictions.csv");
  ASSERT_EQ(plain.size(), silent.size());
  for (std::size_t v = 0; v < plain.size(); ++v) EXPECT_NEAR(silent[v], plain[v], 2e-6);
}

TEST_F(StageOption, IsKeptWithTheModelForItsOwnGraph) {
  const Json summary =
      train("run", {"--stage", "krr", "--stage", "spreading", "--spreading-share", "0.6"});
  EXPECT_EQ(summary["stages"], Json::array({"krr", "spreading"}));
  EXPECT_EQ(card("run")["options"]["spreading_share"], 0.6);
  const auto own = disgnn({"predict", "run", "--json", "--out", "own.csv", "--threads", "1"});
  ASSERT_EQ(own.exit_code, 0) << own;
  EXPECT_EQ(testing::json_of(own.out)["accuracy"], summary["runs"][0]["test_accuracy"]);
  EXPECT_EQ(testing::bytes_of(path("own.csv")), testing::bytes_of(path("run/predictions.csv")));
  EXPECT_THAT(own.err, Not(HasSubstr("warning")));
}

/// A stage knows the nodes, whether their labels are shown or not.
TEST_F(StageOption, WorksOnItsOwnGraphWithoutLabelsAndNowhereElse) {
  (void)train("run", {"--stage", "krr"});
  (void)train("plain", {});
  testing::copy_campus(path("own"));
  testing::fs::remove(path("own/labels.npy"));
  testing::fs::remove(path("own/classes.csv"));
  const auto own = disgnn({"predict", "run", "own", "--out", "own.csv", "--threads", "1"});
  ASSERT_EQ(own.exit_code, 0) << own;
  EXPECT_EQ(first_class("own.csv"), first_class("run/predictions.csv"));
  EXPECT_THAT(own.err, Not(HasSubstr("stages")));
  generate_other();
  const auto staged = disgnn({"predict", "run", "other", "--out", "a.csv", "--threads", "1"});
  ASSERT_EQ(staged.exit_code, 0) << staged;
  EXPECT_THAT(staged.err, HasSubstr("prediction stages of the model (krr)"));
  // The model decides by itself there, and training knew nothing of the stage.
  const auto alone = disgnn({"predict", "plain", "other", "--out", "b.csv", "--threads", "1"});
  ASSERT_EQ(alone.exit_code, 0) << alone;
  EXPECT_EQ(testing::bytes_of(path("a.csv")), testing::bytes_of(path("b.csv")));
}

TEST_F(StageOption, IsPartOfTheTransductivePreset) {
  const Json summary = train("run", {"--preset", "transductive"});
  EXPECT_EQ(summary["stages"], Json::array({"krr"}));
  EXPECT_EQ(testing::config_value(path("run"), "input"), "'auto'");
}

TEST_F(StageOption, IsFittedAgainAfterAKill) {
  (void)train("whole", {"--stage", "krr"});
  (void)train("again", {"--stage", "krr"});
  // As if killed between the last epoch and the fit: the checkpoint is gone with the end of a run.
  for (const char* const file : {"summary.json", "model.json", "checkpoint/runs.json"}) {
    testing::fs::remove(path("again") / file);
  }
  const auto resumed = disgnn({"train", "--resume", "--out", "again"});
  ASSERT_EQ(resumed.exit_code, 0) << resumed;
  for (const char* const file : {"model.safetensors", "model.json", "predictions.csv"}) {
    EXPECT_EQ(testing::bytes_of(path("again") / file), testing::bytes_of(path("whole") / file))
        << file;
  }
}

TEST_F(StageOption, SeesNoTestLabel) {
  testing::write_split_file(path("split.csv"));
  testing::copy_campus(path("permuted"));
  auto labels = testing::campus_labels();
  for (std::int64_t v = 0; v < testing::kCampusNodes; ++v) {
    if (testing::fixed_part(v) == std::string("test")) labels[v] = (labels[v] + 1) % 6;
  }
  testing::write_labels(path("permuted"), labels);
  const auto trained = [&](const testing::fs::path& graph, const std::string& out) {
    const auto outcome = disgnn(testing::joined({{"train", graph, "--split", "split.csv", "--out",
                                                  out, "--stage", "krr", "--stage", "spreading"},
                                                 testing::small_training()}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    return testing::bytes_of(path(out) / "model.safetensors");
  };
  EXPECT_EQ(trained(testing::campus(), "run"), trained(path("permuted"), "other"));
  EXPECT_EQ(first_class("run/predictions.csv"), first_class("other/predictions.csv"));
}

TEST_F(StageOption, HasNoLossButAPriorHas) {
  (void)train("run", {"--stage", "krr", "--edge-class-prior"});
  for (const Json& line : testing::json_lines(path("run") / "metrics.jsonl")) {
    EXPECT_GT(line["losses"]["auxiliary"], 0);
    EXPECT_FALSE(line["losses"].contains("krr"));
  }
}

}  // namespace
}  // namespace disgnn
