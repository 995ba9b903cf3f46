#include "disgnn/core/shell_word.h"

#include <gtest/gtest.h>

namespace disgnn {
namespace {

TEST(ShellWord, LeavesPlainPathsAsTheyAre) {
  EXPECT_EQ(shell_word("runs/campus-disgnn/config.toml"), "runs/campus-disgnn/config.toml");
}

TEST(ShellWord, QuotesWhatAShellWouldInterpret) {
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("my run"), "'my run'");
  EXPECT_EQ(shell_word("$(rm -rf ~);`x`"), "'$(rm -rf ~);`x`'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace disgnn
