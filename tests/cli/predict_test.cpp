#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using testing::Json;

class Predict : public ::testing::Test {
 protected:
  [[nodiscard]] testing::fs::path path(const std::string& name) const {
    return folder_.path() / name;
  }
  [[nodiscard]] testing::Outcome predict(const testing::Arguments& arguments) const {
    return testing::disgnn(testing::joined({{"predict", testing::campus_run()}, arguments}),
                           folder_.path());
  }
  void generate(const std::string& name, const testing::Arguments& arguments) const {
    const auto outcome =
        testing::disgnn(testing::joined({{"generate", "campus", "--out", path(name)}, arguments}));
    ASSERT_EQ(outcome.exit_code, 0) << outcome;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(Predict, OnItsOwnGraphRepeatsTheRunsPredictions) {
  const auto outcome = predict({"--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(testing::bytes_of(path("predictions.csv")),
            testing::bytes_of(testing::campus_run() / "predictions.csv"));
  const Json report = testing::json_of(outcome.out);
  const Json summary = testing::json_of(testing::campus_training().out);
  EXPECT_EQ(report["nodes"], testing::kCampusNodes);
  EXPECT_EQ(report["measured_on"], "test");
  EXPECT_EQ(report["accuracy"], summary["runs"][0]["test_accuracy"]);
  EXPECT_EQ(report["macro_f1"], summary["runs"][0]["test_macro_f1"]);
}

TEST_F(Predict, ComputesAsTheRunDid) {
  for (const testing::Arguments& how :
       {testing::Arguments{"--memory", "lean"}, testing::Arguments{"--kernels", "reference"}}) {
    const std::string run = how.back();
    const auto trained = testing::disgnn(
        testing::joined(
            {{"train", testing::campus(), "--out", run}, testing::small_training(), how}),
        folder_.path());
    ASSERT_EQ(trained.exit_code, 0) << trained;
    const auto predicted = testing::disgnn({"predict", run, "--threads", "1"}, folder_.path());
    ASSERT_EQ(predicted.exit_code, 0) << predicted;
    EXPECT_EQ(testing::bytes_of(path("predictions.csv")),
              testing::bytes_of(path(run) / "predictions.csv"))
        << run;
  }
}

TEST_F(Predict, OnAnotherGraphKeepsItsNodesAndIds) {
  generate("other", {"--nodes", "70", "--seed", "5"});
  std::string ids = "id\n";
  for (int v = 0; v < 70; ++v) ids += fmt::format("person {}\n", v);
  testing::write_bytes(path("other/ids.csv"), ids);
  const auto outcome = predict({path("other"), "--out", "other.csv", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_THAT(outcome.err, ::testing::Not(::testing::HasSubstr("warning")));
  const auto table = testing::table_of(path("other.csv"));
  ASSERT_EQ(table.rows.size(), 70U);
  EXPECT_EQ(table.rows[69][0], "person 69");
  EXPECT_EQ(table.columns.size(), 11U);
  EXPECT_THAT(table.column("split"), ::testing::Each("none"));
  double correct = 0;
  for (const auto& row : table.rows) correct += row[2] == row[3] ? 1 : 0;
  const Json report = testing::json_of(outcome.out);
  EXPECT_EQ(report["measured_on"], "labelled");
  EXPECT_EQ(report["measured_nodes"], 70);
  EXPECT_NEAR(report["accuracy"].get<double>(), correct / 70, 1e-12);
}

TEST_F(Predict, NeedsNoLabels) {
  testing::copy_campus(path("other"));
  testing::fs::remove(path("other/labels.npy"));
  testing::fs::remove(path("other/classes.csv"));
  const auto outcome = predict({path("other"), "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_FALSE(testing::json_of(outcome.out).contains("accuracy"));
  const auto table = testing::table_of(path("predictions.csv"));
  EXPECT_EQ(table.rows[0][2], "");
  EXPECT_THAT(table.rows[0][3], ::testing::StartsWith("department-"));
}

TEST_F(Predict, RefusesAGraphWithOtherFeatures) {
  generate("other", {"--nodes", "70", "--noise-words", "99"});
  testing::write_bytes(path("old.csv"), "old");
  testing::expect_refusal(
      predict({path("other"), "--out", "old.csv"}), 3,
      {testing::campus_run().string(), "550 features", "549", "same feature columns"});
  EXPECT_EQ(testing::bytes_of(path("old.csv")), "old");
}

TEST_F(Predict, RefusesReadingOptionsWithoutAnotherGraph) {
  for (const char* const command : {"predict", "edges"}) {
    testing::expect_refusal(
        testing::disgnn({command, testing::campus_run(), "--label-column", "x"}, folder_.path()), 2,
        {"--label-column", "none is named"});
  }
}

TEST_F(Predict, RefusesAnOutputPathThatCannotBeWritten) {
  testing::expect_refusal(predict({"--out", "no/such/folder/p.csv"}), 3,
                          {"no/such/folder/p.csv", "cannot write"});
}

}  // namespace
}  // namespace disgnn
