#include <gtest/gtest.h>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

TEST(OptionsCommand, KnowsTheDefaultsOfBaselines) {
  const auto of_gcn = testing::disgnn({"options", "--model", "gcn"});
  EXPECT_EQ(of_gcn.exit_code, 0) << of_gcn;
  EXPECT_NE(of_gcn.out.find("model = 'gcn'"), std::string::npos);
  EXPECT_NE(of_gcn.out.find("weight_decay = 0.0005"), std::string::npos) << of_gcn;
  EXPECT_EQ(testing::disgnn({"options"}).out.find("weight_decay = 0.0005"), std::string::npos);
  EXPECT_EQ(testing::disgnn({"options", "--model", "nobody"}).exit_code, 2);
}

TEST(OptionsCommand, PrintsAFileThatTrainTakes) {
  const testing::TemporaryFolder folder;
  const auto options = testing::disgnn({"options"});
  ASSERT_EQ(options.exit_code, 0) << options;
  folder.write("defaults/config.toml", options.out);
  const auto outcome = testing::disgnn(testing::joined({{"train", testing::campus(), "--config",
                                                         "defaults/config.toml", "--out", "run"},
                                                        testing::small_training()}),
                                       folder.path());
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(testing::config_value(folder.path() / "run", "lr"),
            testing::config_value(folder.path() / "defaults", "lr"));
}

}  // namespace
}  // namespace disgnn
