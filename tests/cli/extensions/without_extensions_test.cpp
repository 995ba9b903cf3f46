#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

// Runs travel between programs with and without extensions.

namespace disgnn {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class WithoutExtensions : public ::testing::Test {
 protected:
  [[nodiscard]] testing::Outcome full(const testing::Arguments& arguments) const {
    return testing::disgnn(arguments, folder_.path());
  }
  [[nodiscard]] testing::Outcome bare(const testing::Arguments& arguments) const {
    ::setenv("LD_LIBRARY_PATH", DISGNN_WITHOUT_EXTENSIONS, 1);
    testing::Outcome outcome = testing::disgnn(arguments, folder_.path());
    ::unsetenv("LD_LIBRARY_PATH");
    return outcome;
  }
  /// Arguments that train into `out` for so many epochs.
  static testing::Arguments training(const std::string& out, const testing::Arguments& more) {
    return testing::joined(
        {{"train", testing::campus(), "--out", out}, testing::small_training(), more});
  }

  testing::TemporaryFolder folder_;
};

TEST_F(WithoutExtensions, ProgramsUseRunsOfThePaper) {
  const auto trained = full(training("run", {"--preset", "paper"}));
  ASSERT_EQ(trained.exit_code, 0) << trained;
  const auto predicted = bare({"predict", "run", "--out", "again.csv", "--threads", "1"});
  ASSERT_EQ(predicted.exit_code, 0) << predicted;
  EXPECT_EQ(testing::bytes_of(folder_.path() / "again.csv"),
            testing::bytes_of(folder_.path() / "run/predictions.csv"));
  const auto repeated = bare({"train", "--config", "run/config.toml", "--out", "repeated"});
  ASSERT_EQ(repeated.exit_code, 0) << repeated;
  EXPECT_EQ(testing::bytes_of(folder_.path() / "repeated/model.safetensors"),
            testing::bytes_of(folder_.path() / "run/model.safetensors"));
  const auto resumed = bare({"train", "--resume", "--out", "run"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed;
}

TEST_F(WithoutExtensions, ProgramsSayWhatARunNeeds) {
  testing::expect_refusal(bare({"predict", testing::campus_run()}), 3,
                          {"config.toml:", "'gpr_hops' turns on an extension",
                           "built without extensions", "-DDISGNN_EXTENSIONS=ON"});
}

TEST_F(WithoutExtensions, RunsGoOnInProgramsThatHaveThem) {
  const auto trained = bare(training("run", {}));
  ASSERT_EQ(trained.exit_code, 0) << trained;
  const auto predicted = full({"predict", "run", "--out", "again.csv", "--threads", "1"});
  ASSERT_EQ(predicted.exit_code, 0) << predicted;
  EXPECT_EQ(testing::bytes_of(folder_.path() / "again.csv"),
            testing::bytes_of(folder_.path() / "run/predictions.csv"));
  const auto resumed = full({"train", "--resume", "--out", "run"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed;
  testing::expect_refusal(full({"train", "--resume", "--out", "run", "--input", "project"}), 2,
                          {"--input project contradicts", "started with direct"});
}

TEST_F(WithoutExtensions, NoTextNamesAStage) {
  EXPECT_THAT(bare({"train", "--help-all"}).out,
              AllOf(Not(HasSubstr("--stage")), Not(HasSubstr("krr"))));
  testing::expect_refusal(bare({"train", testing::campus(), "--model", "none"}), 2,
                          {"--model 'none' is not allowed"});
}

}  // namespace
}  // namespace disgnn
