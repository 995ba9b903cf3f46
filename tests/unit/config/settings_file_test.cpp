#include "disgnn/config/settings_file.h"

#include <gtest/gtest.h>

#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::run {
namespace {

using testing::expect_input_error;

class SettingsFile : public ::testing::Test {
 protected:
  void expect_refused(const std::string& text, const std::vector<std::string>& words) const {
    const std::string file = folder_.write("settings.toml", text);
    Settings settings;
    expect_input_error(words, [&] { (void)read_settings_file(file, settings); });
  }

  const testing::TemporaryFolder folder_;
};

TEST_F(SettingsFile, ThatTheProgramWroteComesBack) {
  Settings written;
  written.channels = 7;
  const std::string file = folder_.write("config.toml", to_toml(written));
  Settings read;
  EXPECT_TRUE(read_written_settings(file, read).contains("channels"));
  EXPECT_EQ(read.channels, 7);
}

TEST_F(SettingsFile, OfAnotherVersionIsRefused) {
  expect_refused("format = \"disgnn-settings-1\"\n[model]\nbeliefs = true\n",
                 {"settings.toml", "another version", "train again"});
  expect_refused("format = 2\n", {"another version"});
  // What the program writes names its version; what people write need not.
  const std::string file = folder_.write("config.toml", "[model]\nchannels = 3\n");
  Settings settings;
  EXPECT_NO_THROW(read_settings_file(file, settings));
  expect_input_error({"another version"}, [&] { (void)read_written_settings(file, settings); });
}

TEST_F(SettingsFile, SuggestsTheNearestKey) {
  expect_refused("[model]\nchanels = 3\n", {"settings.toml:2:", "unknown key 'chanels' in [model]",
                                            "did you mean 'channels'?"});
}

TEST_F(SettingsFile, SaysWhereAKeyBelongs) {
  expect_refused("[model]\nlr = 0.1\n",
                 {"unknown key 'lr' in [model]", "'lr' stands in [training]"});
}

TEST_F(SettingsFile, TakesAListForAnOptionThatIsGivenSeveralTimes) {
  const std::string file =
      folder_.write("settings.toml", "[pretext]\npretext = [\"attribute=1\", \"distance=0.5\"]\n");
  Settings settings;
  read_settings_file(file, settings);
  EXPECT_EQ(settings.pretext, "attribute=1,distance=0.5");
}

TEST_F(SettingsFile, SaysThePlaceOfAValueOnce) {
  const std::string file = folder_.write("settings.toml", "[training]\nlr = [0.1, 0.2]\n");
  Settings settings;
  try {
    read_settings_file(file, settings);
    ADD_FAILURE() << "a list is no learning rate";
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("settings.toml:2:"), std::string::npos) << text;
    EXPECT_EQ(text.find("settings.toml"), text.rfind("settings.toml")) << text;
  }
}

}  // namespace
}  // namespace disgnn::run
