#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using ::testing::HasSubstr;
using testing::Json;

TEST(Embed, WritesVectorsThatDependOnTheSeed) {
  const testing::TemporaryFolder folder;
  const auto embed = [&](const std::string& out, const std::string& seed) {
    const auto outcome = testing::disgnn({"embed", testing::campus().string(), "--dim", "8",
                                          "--walks", "2", "--seed", seed, "--out", out, "--json"},
                                         folder.path());
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    return testing::json_of(outcome.out);
  };
  const Json first = embed("a.npy", "1");
  EXPECT_EQ(first["nodes"], testing::kCampusNodes);
  EXPECT_EQ(first["dimension"], 8);
  embed("b.npy", "1");
  embed("c.npy", "2");
  EXPECT_EQ(testing::bytes_of(folder.path() / "a.npy"), testing::bytes_of(folder.path() / "b.npy"));
  EXPECT_NE(testing::bytes_of(folder.path() / "a.npy"), testing::bytes_of(folder.path() / "c.npy"));
  testing::expect_refusal(
      testing::disgnn({"embed", testing::campus().string(), "--out", "a.csv"}, folder.path()), 2,
      {"a.csv", ".npy"});
}

TEST(Embed, MeasuresVectorsBySeveralLabelsPerNode) {
  const testing::TemporaryFolder folder;
  const testing::fs::path words = testing::campus() / "features.npz";  // any table of 0 and 1
  const testing::Arguments command = {"embed",   testing::campus().string(),
                                      "--dim",   "8",
                                      "--walks", "2",
                                      "--json",  "--evaluations",
                                      "2",       "--training-share",
                                      "0.4",     "--evaluate"};
  const auto outcome = testing::disgnn(testing::joined({command, {words.string()}}), folder.path());
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  const Json quality = testing::json_of(outcome.out);
  EXPECT_EQ(quality["training_share"], 0.4);
  for (const char* const score : {"micro_f1", "macro_f1"}) {
    EXPECT_GT(quality[score]["mean"], 0) << score;
    EXPECT_LT(quality[score]["mean"], 1) << score;
  }
  testing::expect_refusal(
      testing::disgnn(testing::joined({command, {"nowhere.npz"}}), folder.path()), 3,
      {"nowhere.npz"});
}

TEST(Tune, PrintsTheBestAndGoesOnWhereItWas) {
  const testing::TemporaryFolder folder;
  const testing::Arguments command = {"tune",     testing::campus().string(),
                                      "--model",  "gcn",
                                      "--hidden", "8",
                                      "--epochs", "4",
                                      "--steps",  "1",
                                      "--lr",     "0.0123",
                                      "--trials", "4",
                                      "--out",    "search",
                                      "--json"};
  const auto first = testing::disgnn(command, folder.path());
  ASSERT_EQ(first.exit_code, 0) << first;
  const Json result = testing::json_of(first.out);
  EXPECT_FALSE(result["values"].contains("lr"));  // given by the user
  const auto again = testing::disgnn(command, folder.path());
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(again.err.find("trial"), std::string::npos);
  const std::string best = testing::bytes_of(folder.path() / "search" / "best.toml");
  EXPECT_THAT(best, HasSubstr("lr = 0.0123"));
  const auto trained =
      testing::disgnn({"train", "--config", "search/best.toml", "--out", "run"}, folder.path());
  EXPECT_EQ(trained.exit_code, 0) << trained;
}

TEST(Tune, SearchesThePapersGridOrAtRandom) {
  const testing::TemporaryFolder folder;
  testing::write_bytes(folder.path() / "base.toml",
                       "[model]\nhidden = 8\nchannels = 2\n[training]\nepochs = 1\nsteps = 1\n");
  const auto tune = [&](const testing::Arguments& flags) {
    const auto outcome = testing::disgnn(
        testing::joined(
            {{"tune", testing::campus().string(), "--config", "base.toml", "--json"}, flags}),
        folder.path());
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    return testing::json_of(outcome.out);
  };
  const Json random = tune({"--strategy", "random", "--trials", "3", "--out", "random"});
  EXPECT_EQ(testing::json_lines(folder.path() / "random" / "journal.jsonl").size(), 1U + 3U);
  EXPECT_FALSE(random["values"].contains("channels"));  // fixed by the file
  const Json grid = tune(
      {"--strategy", "grid", "--lambda-edge", "0.1", "--lambda-conform", "1", "--out", "grid"});
  // The paper's five values of the one weight that is left.
  EXPECT_EQ(testing::json_lines(folder.path() / "grid" / "journal.jsonl").size(), 1U + 5U);
  EXPECT_TRUE(grid["values"].contains("lambda-channel"));
  EXPECT_FALSE(grid["values"].contains("lambda-edge"));
}

TEST(Reproduce, SkipsMissingGraphsAndWritesTheReport) {
  const testing::TemporaryFolder folder;
  testing::fs::create_directories(folder.path() / "data");
  testing::copy_campus(folder.path() / "data" / "chameleon");
  const auto outcome = testing::disgnn({"reproduce", "table2", "--data-root", "data", "--runs", "2",
                                        "--trials", "1", "--epochs", "1", "--out", "study"},
                                       folder.path());
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("squirrel"));
  const std::string report = testing::bytes_of(folder.path() / "study" / "RESULTS.md");
  EXPECT_THAT(report, HasSubstr("chameleon accuracy"));
  EXPECT_THAT(report, HasSubstr("64.45 / 64.39"));
  EXPECT_EQ(
      testing::json_of(testing::bytes_of(folder.path() / "study" / "results.json"))["cells"].size(),
      14U);
  const auto again = testing::disgnn({"reproduce", "table2", "--data-root", "data", "--runs", "2",
                                      "--trials", "1", "--epochs", "1", "--out", "study"},
                                     folder.path());
  EXPECT_EQ(again.err.find("about"), std::string::npos) << again;  // nothing was computed anew
}

}  // namespace
}  // namespace disgnn
