#include <gtest/gtest.h>

#include "command.h"
#include "files.h"

namespace disgnn {
namespace {

TEST(OptionsCommand, PrintsThePageInTheDocs) {
  const auto outcome = testing::disgnn({"options", "--markdown"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out,
            testing::bytes_of(testing::fs::path(DISGNN_SOURCE_FOLDER) / "docs" / "options.md"))
      << "run: disgnn options --markdown > docs/options.md";
}

}  // namespace
}  // namespace disgnn
