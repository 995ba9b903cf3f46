#include "disgnn/config/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "disgnn/config/model_settings.h"
#include "disgnn/model/extension.h"
#include "support/expect_error.h"

namespace disgnn::run {
namespace {

using ::testing::SizeIs;

TEST(Settings, AgreeWithTheDefaultsOfTheLibrary) {
  const Settings settings;
  const nn::ModelConfig model = model_config(settings, Dataset{});
  EXPECT_EQ(model.channels, nn::ModelConfig{}.channels);
  EXPECT_EQ(model.hidden, nn::ModelConfig{}.hidden);
  EXPECT_EQ(model.layers, nn::ModelConfig{}.layers);
  EXPECT_EQ(model.scorer, nn::ModelConfig{}.scorer);
  EXPECT_EQ(model.aggregator, nn::ModelConfig{}.aggregator);
  const train::TrainerOptions options = trainer_options(settings, 0);
  EXPECT_EQ(options.class_steps, train::TrainerOptions{}.class_steps);
  EXPECT_EQ(options.epochs, train::TrainerOptions{}.epochs);
  EXPECT_EQ(options.patience, train::TrainerOptions{}.patience);
}

TEST(Settings, OfABaselineAreRegularisedLess) {
  const Settings gcn = default_settings("gcn");
  EXPECT_EQ(gcn.model, "gcn");
  EXPECT_EQ(gcn.weight_decay, train::AdamOptions{}.weight_decay);
  EXPECT_EQ(gcn.lr, train::AdamOptions{}.learning_rate);
  EXPECT_LT(gcn.weight_decay, default_settings("disgnn").weight_decay);
  EXPECT_LT(gcn.input_dropout, 0);  // as --dropout
  EXPECT_EQ(gcn.weight_average, 0);
  EXPECT_FALSE(gcn.joint);
  EXPECT_EQ(default_settings("disgnn-base").weight_decay, Settings{}.weight_decay);
}

TEST(Settings, OfThePaperHaveNothingThatGoesBeyondIt) {
  Settings settings;
  apply_preset(settings, "paper");
  const nn::ModelConfig model = model_config(settings, Dataset{});
  const nn::ModelConfig plain;  // the library's defaults are the paper's layer
  EXPECT_EQ(model.self_term, plain.self_term);
  EXPECT_EQ(model.jumping_knowledge, plain.jumping_knowledge);
  EXPECT_EQ(model.edge_norm, plain.edge_norm);
  for (const nn::Extension& extension : nn::extensions()) {
    for (const nn::ExtensionOption& option : extension.options) {
      EXPECT_EQ(model.extensions.value(option.name), option.off) << option.name;
    }
  }
  EXPECT_EQ(settings.stage, "");
  const train::TrainerOptions options = trainer_options(settings, 0);
  EXPECT_FALSE(options.joint);
  EXPECT_EQ(options.weight_average, 0);
  EXPECT_EQ(options.pretext.edge_share, 1);
  EXPECT_FALSE(options.pretext.balanced);
  EXPECT_FALSE(options.pseudo_labels.enabled);
  EXPECT_EQ(options.tasks.back().name, "self");
  EXPECT_EQ(options.tasks.back().weight, 0);
}

TEST(Settings, OfTheBaseHaveNoTasksWhateverTheWeights) {
  Settings settings;
  EXPECT_THAT(trainer_options(settings, 0).tasks, SizeIs(4));
  settings.model = "disgnn-base";
  EXPECT_THAT(trainer_options(settings, 0).tasks, SizeIs(0));
}

TEST(Settings, KnowTheirPresets) {
  Settings settings;
  disgnn::testing::expect_usage_error({"unknown preset 'best'", "paper, transductive"},
                                      [&] { apply_preset(settings, "best"); });
}

}  // namespace
}  // namespace disgnn::run
