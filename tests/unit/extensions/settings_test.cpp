#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "disgnn/config/model_settings.h"
#include "disgnn/config/option_schema.h"
#include "disgnn/config/settings_file.h"
#include "disgnn/model/extension.h"
#include "disgnn/reproduce/plan.h"
#include "disgnn/tune/search_space.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

// The options of extensions in settings, files and searches.

namespace disgnn::run {
namespace {

using disgnn::testing::expect_usage_error;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::Pair;

TEST(ExtensionSettings, StartFromTheDefaultsThatExtensionsDeclare) {
  const Settings settings;
  for (const nn::Extension& extension : nn::extensions()) {
    for (const nn::ExtensionOption& option : extension.options) {
      EXPECT_EQ(settings.extensions.value(option.name), option.value) << option.name;
    }
  }
  // A model that need not stay on its graph, whatever else they are.
  EXPECT_EQ(settings.extensions.text("input"), "project");
  EXPECT_EQ(settings.stage, "");
}

TEST(ExtensionSettings, OfTheTransductivePresetLookAtTheGraph) {
  Settings settings;
  apply_preset(settings, "transductive");
  EXPECT_EQ(settings.extensions.text("input"), "auto");
  EXPECT_THAT(stage_list(settings), ElementsAre("krr"));
}

TEST(ExtensionSettings, AreAssignedByTheSchemaWithinTheirRange) {
  Settings settings;
  find_option("gpr-hops").assign(settings, "3");
  find_option("input").assign(settings, "links");
  find_option("edge-class-prior").assign(settings, "false");
  find_option("krr-weight").assign(settings, "2.5");
  EXPECT_EQ(settings.extensions.integer("gpr-hops"), 3);
  EXPECT_EQ(settings.extensions.text("input"), "links");
  EXPECT_FALSE(settings.extensions.flag("edge-class-prior"));
  EXPECT_EQ(settings.extensions.real("krr-weight"), 2.5);
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"gpr-hops", "1025"},
                                                        {"gpr-hops", "-1"},
                                                        {"gpr-hops", "2.5"},
                                                        {"input", "words"},
                                                        {"edge-class-prior", "maybe"},
                                                        {"krr-weight", "4.5"},
                                                        {"krr-weight", "nan"},
                                                        {"spreading-share", "1"}}) {
    expect_usage_error({"--" + name, "'" + value + "'", find_option(name).domain()},
                       [&] { find_option(name).assign(settings, value); });
  }
}

TEST(ExtensionSettings, ComeBackFromAFile) {
  const disgnn::testing::TemporaryFolder folder;
  Settings settings;
  find_option("gpr-hops").assign(settings, "3");
  find_option("input").assign(settings, "structure");
  find_option("spreading-share").assign(settings, "0.25");
  settings.stage = "krr,spreading";
  Settings read;
  read_settings_file(folder.write("config.toml", to_toml(settings)), read);
  EXPECT_EQ(read.extensions.integer("gpr-hops"), 3);
  EXPECT_EQ(read.extensions.text("input"), "structure");
  EXPECT_EQ(read.extensions.real("spreading-share"), 0.25);
  EXPECT_EQ(read.stage, "krr,spreading");
}

TEST(ExtensionSettings, ThatAreOffAreLeftOutOfAFileAndReadAsOff) {
  const disgnn::testing::TemporaryFolder folder;
  Settings paper;
  apply_preset(paper, "paper");
  const std::string text = to_toml(paper);
  EXPECT_THAT(text, Not(HasSubstr("[extensions]")));
  EXPECT_THAT(to_toml(paper, OffExtensions::kWrite), HasSubstr("gpr_hops = 0"));
  Settings read;  // with the program's defaults, where some are on
  EXPECT_THAT(read_written_settings(folder.write("config.toml", text), read),
              IsSupersetOf({"gpr-hops", "stage"}));
  EXPECT_EQ(read.extensions.integer("gpr-hops"), 0);
  EXPECT_EQ(read.extensions.text("input"), "direct");
  // What people write says what they want changed.
  Settings changed;
  read_settings_file(folder.write("mine.toml", "[model]\nchannels = 3\n"), changed);
  EXPECT_EQ(changed.extensions.text("input"), "project");
}

TEST(ExtensionSettings, OfPartsAreNotReadByBaselinesButThoseOfStagesAre) {
  Settings gcn;
  gcn.model = "gcn";
  EXPECT_THAT(find_option("gpr-hops").unread_because(gcn), HasSubstr("gcn"));
  EXPECT_THAT(find_option("krr-weight").unread_because(gcn), HasSubstr("no --stage krr"));
  gcn.stage = "spreading,krr";
  EXPECT_TRUE(find_option("krr-weight").is_read_by(gcn));
  EXPECT_TRUE(find_option("stage").is_read_by(gcn));
}

TEST(ExtensionSettings, ArePartOfASearch) {
  const Settings settings;
  std::vector<std::string> names;
  for (const tune::Dimension& dimension : tune::search_space(settings, {"lr", "lambda-edge"})) {
    names.push_back(dimension.option);
  }
  EXPECT_THAT(names,
              ElementsAre("dropout", "weight-decay", "channels", "input", "jumping-knowledge",
                          "input-dropout", "edge-norm", "weight-average", "lambda-conform",
                          "lambda-channel", "lambda-self", "edge-class-prior", "pretext-layers"));
  EXPECT_THAT(tune::beyond_the_paper(settings), Contains("edge-class-prior"));
}

std::vector<std::string> searched_inputs(const Settings& settings,
                                         tune::ModelFor model_for = tune::ModelFor::kAnyGraph) {
  for (const tune::Dimension& dimension : tune::search_space(settings, {}, model_for)) {
    if (dimension.option == "input") return dimension.choices;
  }
  return {};
}

TEST(ExtensionSettings, AreSearchedForModelsThatTravelUnlessAskedOtherwise) {
  EXPECT_THAT(searched_inputs(Settings{}), ElementsAre("direct", "project", "structure"));
  Settings transductive;
  apply_preset(transductive, "transductive");
  EXPECT_THAT(searched_inputs(Settings{}, tune::ModelFor::kThisGraph), Contains("links"));
  EXPECT_THAT(searched_inputs(transductive), IsSupersetOf({"links", "links+structure"}));
  EXPECT_THAT(tune::starting_points(transductive, {}, 1),
              Contains(Contains(Pair("input", "links+structure"))));
}

TEST(ExtensionSettings, StartASearchWithProvenOnes) {
  const auto points = tune::starting_points(Settings{}, {"dropout", "lr"}, 1);
  EXPECT_THAT(points,
              ElementsAre(IsEmpty(),
                          ElementsAre(Pair("input", "structure"), Pair("edge-norm", "sum"),
                                      Pair("input-dropout", "0.5"), Pair("weight-decay", "0.005"),
                                      Pair("lambda-conform", "0.01"), Pair("lambda-self", "0")),
                          ElementsAre(Pair("input", "direct"), Pair("jumping-knowledge", "false"),
                                      Pair("input-dropout", "0.3"), Pair("weight-decay", "2e-05"),
                                      Pair("lambda-conform", "0.01"), Pair("lambda-self", "0"),
                                      Pair("pretext-layers", "1")),
                          ElementsAre(Pair("input", "structure"), Pair("lambda-conform", "0.01"))));
}

TEST(ExtensionSettings, OfOneSignalAloneHaveNoPrior) {
  EXPECT_THAT(reproduce::cell_of("cora", "disgnn!conform=100").options,
              Contains(Pair("edge-class-prior", "false")));
}

}  // namespace
}  // namespace disgnn::run
