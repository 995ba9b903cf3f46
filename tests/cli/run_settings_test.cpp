#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using testing::Json;

class RunSettings : public ::testing::Test {
 protected:
  [[nodiscard]] testing::fs::path path(const std::string& name) const {
    return folder_.path() / name;
  }
  /// Trains in the test's folder with these arguments.
  [[nodiscard]] testing::Outcome train(const testing::Arguments& arguments) const {
    return testing::disgnn(testing::joined({{"train"}, arguments}), folder_.path());
  }

  testing::TemporaryFolder folder_;
};

TEST_F(RunSettings, StoredInTheRunFolderGiveTheSameWeightsAgain) {
  const auto outcome =
      train({"--config", testing::campus_run() / "config.toml", "--out", "again", "--quiet"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  for (const char* const file : {"model.safetensors", "model.json", "predictions.csv"}) {
    EXPECT_EQ(testing::bytes_of(path("again") / file),
              testing::bytes_of(testing::campus_run() / file))
        << file;
  }
  EXPECT_EQ(testing::bytes_of(path("again") / "config.toml"),
            testing::bytes_of(testing::campus_run() / "config.toml"));
}

TEST_F(RunSettings, TakeSwitchesInAllSpellingsAndTheLastOneWins) {
  const std::vector<std::pair<testing::Arguments, std::string>> cases = {
      {{"--no-balanced"}, "false"},
      {{"--balanced=false"}, "false"},
      {{"--no-balanced=false"}, "true"},
      {{"--no-balanced", "--balanced"}, "true"},
      {{"--balanced", "--no-balanced"}, "false"}};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string out = "run" + std::to_string(i);
    ASSERT_EQ(train(testing::joined({{testing::campus(), "--out", out, "--epochs", "1"},
                                     testing::small_model(2),
                                     cases[i].first}))
                  .exit_code,
              0);
    EXPECT_EQ(testing::config_value(path(out), "balanced"), cases[i].second)
        << cases[i].first.front();
  }
}

TEST_F(RunSettings, OfTheBaseMakeADisgnnWithAllSignals) {
  ASSERT_EQ(train(testing::joined({{testing::campus(), "--model", "disgnn-base", "--out", "base"},
                                   testing::small_training()}))
                .exit_code,
            0);
  const Json base = testing::json_lines(path("base") / "metrics.jsonl")[0]["losses"];
  EXPECT_FALSE(base.contains("conform"));
  ASSERT_EQ(train({"--config", "base/config.toml", "--model", "disgnn", "--out", "full"}).exit_code,
            0);
  EXPECT_TRUE(testing::json_lines(path("full") / "metrics.jsonl")[0]["losses"].contains("conform"));
}

TEST_F(RunSettings, FlagsWinOverTheFileAndTheFileOverThePreset) {
  testing::write_bytes(path("mine.toml"),
                       "[model]\nchannels = 3\nhidden = 6\n[training]\nepochs = 1\nthreads = 1\n");
  const auto outcome = train({testing::campus(), "--preset", "paper", "--config", "mine.toml",
                              "--hidden", "4", "--threads", "2", "--out", "run"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  const Json model = testing::json_of(testing::bytes_of(path("run") / "model.json"));
  EXPECT_EQ(model["options"]["channels"], 3);  // file
  EXPECT_EQ(model["options"]["hidden"], 4);    // flag
  const auto value = [&](const std::string& key) {
    return testing::config_value(path("run"), key);
  };
  EXPECT_EQ(value("threads"), "2");
  EXPECT_EQ(value("epochs"), "1");  // file over preset
  EXPECT_EQ(value("lr"), "0.001");  // preset
  EXPECT_EQ(value("weight_decay"), "0.0005");
  EXPECT_EQ(value("patience"), "100");
  EXPECT_EQ(value("dropout"), "0");
  EXPECT_EQ(value("input_dropout"), "0");
  EXPECT_EQ(value("lambda_edge"), "1");
  EXPECT_EQ(value("lambda_conform"), "1");
  EXPECT_EQ(value("lambda_channel"), "1");
  EXPECT_EQ(value("pseudo_labels"), "false");
}

TEST_F(RunSettings, NameDataThatIsFoundFromAnyFolder) {
  testing::copy_campus(path("graph"));
  testing::write_bytes(path("mine.toml"), "[data]\ndata = \"graph\"\n");
  const auto outcome = train(
      testing::joined({{"--config", "mine.toml", "--out", "run"}, testing::small_training()}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_THAT(testing::config_value(path("run"), "data"),
              ::testing::HasSubstr(path("graph").string()));
}

struct BadConfig {
  std::string text;
  std::vector<std::string> message;
};

TEST_F(RunSettings, InABrokenFileAreRefusedWithTheirPlace) {
  const std::vector<BadConfig> cases = {
      {"[training]\nlr = = 1\n", {"bad.toml:2:"}},
      {"[training]\n\nlearning_rate = 1\n", {"bad.toml:3:", "'learning_rate'", "docs/options.md"}},
      {"[model]\nchannels = 0\n", {"bad.toml:2:", "'0'", "1 .. 1024"}}};
  for (const BadConfig& bad : cases) {
    testing::write_bytes(path("bad.toml"), bad.text);
    testing::expect_refusal(train({"--config", "bad.toml", "--out", "run"}), 3, bad.message);
    EXPECT_FALSE(testing::fs::exists(path("run")));
  }
}

TEST_F(RunSettings, WithoutOutGoToANumberedFolder) {
  const auto arguments = testing::joined({{testing::campus()}, testing::small_training()});
  ASSERT_EQ(train(arguments).exit_code, 0);
  const auto first = testing::snapshot(path("runs"));
  const auto outcome = train(arguments);
  ASSERT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, ::testing::HasSubstr("run folder: runs/campus-disgnn-2"));
  for (const char* const part : {"disgnn on campus", "test accuracy", "test macro-F1", " %"}) {
    EXPECT_THAT(outcome.out, ::testing::HasSubstr(part));  // the table for people
  }
  EXPECT_TRUE(testing::fs::exists(path("runs/campus-disgnn-2/summary.json")));
  EXPECT_EQ(testing::snapshot(path("runs/campus-disgnn")).size(), first.size());
  EXPECT_EQ(testing::bytes_of(path("runs/campus-disgnn/summary.json")),
            first.at("campus-disgnn/summary.json"));
}

TEST_F(RunSettings, NeverOverwriteAnExistingFolder) {
  testing::write_bytes(path("precious/notes.txt"), "mine");
  const auto before = testing::snapshot(folder_.path());
  testing::expect_refusal(train({testing::campus(), "--out", "precious"}), 2,
                          {"precious", "not empty", "--out"});
  testing::expect_refusal(train({testing::campus(), "--out", testing::campus_run()}), 2,
                          {"not empty", "--resume"});
  testing::expect_refusal(train({testing::campus(), "--out", "precious", "--resume"}), 2,
                          {"precious", "no run to resume"});
  testing::expect_refusal(train({testing::campus(), "--out", "precious/notes.txt/run"}), 3,
                          {"precious/notes.txt/run", "--out"});
  EXPECT_EQ(testing::snapshot(folder_.path()), before);
}

}  // namespace
}  // namespace disgnn
