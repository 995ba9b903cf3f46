#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <thread>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using testing::Arguments;
using testing::Json;

std::size_t lines_with(const testing::fs::path& file, const std::string& part) {
  std::ifstream stream(file);
  std::size_t count = 0;
  for (std::string line; std::getline(stream, line);) {
    count += line.find(part) != std::string::npos ? 1 : 0;
  }
  return count;
}

/// summary.json without what depends on the clock and the process.
Json lasting_part(const testing::fs::path& run) {
  Json summary = testing::json_of(testing::bytes_of(run / "summary.json"));
  summary.erase("timing");
  summary.erase("peak_rss_mb");
  for (Json& one : summary["runs"]) one.erase("seconds");
  return summary;
}

void expect_same_result(const testing::fs::path& run, const testing::fs::path& uninterrupted) {
  for (const char* const file :
       {"model.safetensors", "model.json", "predictions.csv", "config.toml"}) {
    EXPECT_EQ(testing::bytes_of(run / file), testing::bytes_of(uninterrupted / file)) << file;
  }
  EXPECT_EQ(testing::metrics_without_times(run), testing::metrics_without_times(uninterrupted));
  EXPECT_EQ(lasting_part(run), lasting_part(uninterrupted));
}

constexpr int kEpochs = 40;

class Resume : public ::testing::Test {
 protected:
  /// Long enough to be caught in the middle, and with pseudo-labels at work.
  static Arguments training(const testing::fs::path& out, int epochs, int runs) {
    return testing::joined(
        {{"train", testing::campus(), "--out", out, "--epochs", fmt::format("{}", epochs), "--runs",
          fmt::format("{}", runs), "--patience", "1000"},
         testing::early_pseudo_labels(),
         testing::small_model(2)});
  }
  [[nodiscard]] Arguments resumption(const std::string& out) const {
    return {"train", "--resume", "--out", path(out)};
  }
  [[nodiscard]] testing::fs::path path(const std::string& name) const {
    return folder_.path() / name;
  }
  /// training(…, kEpochs, 1) without interruption, done once for all tests.
  static const testing::fs::path& uninterrupted_run() {
    static const testing::TemporaryFolder folder;
    static const testing::fs::path run = folder.path() / "run";
    if (!testing::fs::exists(run)) {
      const auto outcome = testing::disgnn(training(run, kEpochs, 1));
      EXPECT_EQ(outcome.exit_code, 0) << outcome;
    }
    return run;
  }

  /// Starts training, sends the signal once metrics.jsonl has `lines` lines of the run.
  testing::Outcome interrupted(const Arguments& arguments, const std::string& out, int run,
                               std::size_t lines, int signal) const {
    testing::Command command(arguments, folder_.path());
    const std::string mark = fmt::format("{{\"run\":{},", run);
    while (command.running() && lines_with(path(out) / "metrics.jsonl", mark) < lines) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    command.send(signal);
    return command.wait();
  }

  void expect_unfinished(const std::string& out) const {
    ASSERT_FALSE(testing::fs::exists(path(out) / "summary.json"))
        << "training was over before the signal came: give it more epochs";
  }

  testing::TemporaryFolder folder_;
};

TEST_F(Resume, AfterAKillEndsAsIfNothingHadHappened) {
  const auto killed = interrupted(training(path("killed"), kEpochs, 1), "killed", 0, 8, SIGKILL);
  EXPECT_EQ(killed.exit_code, 128 + SIGKILL);
  expect_unfinished("killed");
  // A second kill, in the resumed part.
  EXPECT_EQ(interrupted(resumption("killed"), "killed", 0, 16, SIGKILL).exit_code, 128 + SIGKILL);
  expect_unfinished("killed");
  const auto resumed = testing::disgnn(resumption("killed"));
  ASSERT_EQ(resumed.exit_code, 0) << resumed;
  EXPECT_THAT(resumed.err, ::testing::HasSubstr("going on at epoch"));
  expect_same_result(path("killed"), uninterrupted_run());
  const auto metrics = testing::json_lines(uninterrupted_run() / "metrics.jsonl");
  EXPECT_GT(metrics.back()["pseudo_labels"], 0);  // they are part of what was resumed
}

TEST_F(Resume, AfterAKillInTheSecondRunKeepsTheFirst) {
  ASSERT_EQ(testing::disgnn(training(path("whole"), 20, 2)).exit_code, 0);
  interrupted(training(path("killed"), 20, 2), "killed", 1, 3, SIGKILL);
  expect_unfinished("killed");
  const auto resumed = testing::disgnn(resumption("killed"));
  ASSERT_EQ(resumed.exit_code, 0) << resumed;
  EXPECT_THAT(resumed.err, ::testing::Not(::testing::HasSubstr("run 1/2")));
  expect_same_result(path("killed"), path("whole"));
}

TEST_F(Resume, AfterAnInterruptThatSaysHowToGoOn) {
  // Without regular checkpoints: the interrupt itself must save one. --resume from the beginning:
  // it starts the run where there is none, so the same command can be given until it is done.
  const Arguments arguments = testing::joined(
      {training(path("stopped"), kEpochs, 1), {"--checkpoint-every", "0", "--resume"}});
  const auto stopped = interrupted(arguments, "stopped", 0, 3, SIGINT);
  EXPECT_EQ(stopped.exit_code, 130);
  EXPECT_EQ(stopped.out, "");
  EXPECT_THAT(stopped.err, ::testing::HasSubstr("go on with: disgnn train --resume --out " +
                                                path("stopped").string()));
  expect_unfinished("stopped");
  const auto resumed = testing::disgnn(arguments);
  ASSERT_EQ(resumed.exit_code, 0) << resumed;
  EXPECT_EQ(testing::bytes_of(path("stopped") / "model.safetensors"),
            testing::bytes_of(uninterrupted_run() / "model.safetensors"));
  EXPECT_EQ(testing::metrics_without_times(path("stopped")),
            testing::metrics_without_times(uninterrupted_run()));
}

TEST_F(Resume, RefusesADamagedCheckpoint) {
  interrupted(training(path("killed"), kEpochs, 1), "killed", 0, 3, SIGKILL);
  expect_unfinished("killed");
  const auto checkpoint = path("killed") / "checkpoint" / "state.safetensors";
  testing::cut_short(checkpoint);
  for (const auto& file : testing::fs::directory_iterator(checkpoint.parent_path())) {
    // What a kill in the middle of a write leaves behind is cleared away, and rightly so.
    if (file.path().string().find(".disgnn-tmp-") != std::string::npos) {
      testing::fs::remove(file.path());
    }
  }
  const auto before = testing::snapshot(path("killed"));
  testing::expect_refusal(testing::disgnn(resumption("killed")), 3,
                          {checkpoint.string(), "cut short", "train again"});
  EXPECT_EQ(testing::snapshot(path("killed")), before);
}

TEST_F(Resume, RefusesSettingsThatContradict) {
  const auto before = testing::snapshot(testing::campus_run());
  const Arguments resume = {"train", "--resume", "--out", testing::campus_run()};
  testing::expect_refusal(testing::disgnn(testing::joined({resume, {"--hidden", "9"}})), 2,
                          {"--hidden 9", "contradicts", "started with 8"});
  const std::string config = folder_.write("other.toml", "[training]\nepochs = 9\n");
  testing::expect_refusal(testing::disgnn(testing::joined({resume, {"--config", config}})), 2,
                          {"--epochs 9", "contradicts"});
  EXPECT_EQ(testing::snapshot(testing::campus_run()), before);
}

TEST_F(Resume, OfAFinishedRunPrintsItsSummaryAgain) {
  const auto before = testing::snapshot(testing::campus_run());
  const auto outcome =
      testing::disgnn({"train", "--resume", "--out", testing::campus_run(), "--json"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, testing::campus_training().out);
  EXPECT_EQ(testing::snapshot(testing::campus_run()), before);
}

}  // namespace
}  // namespace disgnn
