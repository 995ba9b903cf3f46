#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.h"

namespace disgnn {
namespace {

using ::testing::HasSubstr;

struct HelpPage {
  testing::Arguments command;
  std::vector<std::string> holds;
  std::string flag = "--help";
};

void PrintTo(const HelpPage& page, std::ostream* stream) {
  for (const std::string& word : page.command) *stream << word << ' ';
}

class Help : public ::testing::TestWithParam<HelpPage> {};

TEST_P(Help, ListsWhatTheCommandTakes) {
  const auto outcome = testing::disgnn(testing::joined({GetParam().command, {GetParam().flag}}));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  for (const std::string& part : GetParam().holds) EXPECT_THAT(outcome.out, HasSubstr(part));
}

INSTANTIATE_TEST_SUITE_P(
    , Help,
    ::testing::Values(
        HelpPage{{},
                 {"train", "predict", "edges", "info", "generate", "convert", "options", "bench"}},
        // What people need first, then all there is.
        HelpPage{{"train"},
                 {"DATA",     "--out",          "--model",   "--channels",     "--hidden",
                  "--lr",     "--epochs",       "--split",   "--seed",         "--runs",
                  "--config", "--resume",       "--json",    "--preset",       "--nodes",
                  "--edges",  "--label-column", "1 .. 1024", "default: 2:3:5", "--help-all"}},
        HelpPage{{"train"},
                 {"DATA", "--out", "--layers", "--scorer", "--aggregator", "--lambda-edge",
                  "--lambda-conform", "--lambda-channel", "--steps", "--weight-decay", "--dropout",
                  "--patience", "--threads", "one of mlp, linear, dot"},
                 "--help-all"},
        HelpPage{{"predict"}, {"RUN", "DATA", "--out", "--json", "--nodes", "--edges"}},
        HelpPage{{"edges"}, {"RUN", "DATA", "--out", "--json", ".csv", ".npz"}},
        HelpPage{{"info"}, {"DATA", "--nodes", "--edges", "--label-column", "--json"}},
        HelpPage{{"generate", "campus"},
                 {"--nodes", "--relations", "--classes", "--degree", "--noise", "--feature-noise",
                  "--seed", "--out", "--overwrite", "--json", "2 .. 1000000000"}},
        HelpPage{{"convert"}, {"DATA", "--nodes", "--edges", "--out", "--overwrite", "--json"}},
        HelpPage{{"options"}, {"--markdown"}},
        HelpPage{{"bench"},
                 {"DATA", "--nodes", "--entries", "--features", "--density", "--channels",
                  "--hidden", "--threads", "--steps", "--seed", "--json", "default: 8"}}));

TEST(Version, IsPrinted) {
  const auto outcome = testing::disgnn({"--version"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, ::testing::StartsWith("disgnn "));
  EXPECT_THAT(outcome.out, ::testing::ContainsRegex("disgnn [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  for (const char* const fact : {"libtorch", "compiler", "build type", "extensions"}) {
    EXPECT_THAT(outcome.out, HasSubstr(fact));  // what a report of a problem needs
  }
}

TEST(Misspelt, WordsGetASuggestion) {
  testing::expect_refusal(testing::disgnn({"trian"}), 2, {"'trian'", "did you mean train?"});
  testing::expect_refusal(testing::disgnn({"train", "--lambda-conforn", "1"}), 2,
                          {"'--lambda-conforn'", "did you mean --lambda-conform?"});
}

TEST(Misplaced, WordsGetTheirPlace) {
  testing::expect_refusal(testing::disgnn({"--help-all"}), 2,
                          {"unknown argument '--help-all'", "disgnn COMMAND --help-all"});
  testing::expect_refusal(testing::disgnn({"train", "--version"}), 2,
                          {"unknown argument '--version'", "did you mean disgnn --version?"});
}

}  // namespace
}  // namespace disgnn
