#include "disgnn/config/model_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/expect_error.h"
#include "support/small_graphs.h"

// What settings mean on a dataset.

namespace disgnn::run {
namespace {

using disgnn::testing::expect_usage_error;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Dataset small_data() {
  Dataset data;
  data.graph = disgnn::testing::path(4);
  data.features = DenseFeatures{.rows = 4, .columns = 2, .values = std::vector<float>(8)};
  data.classes = 3;
  return data;
}

TEST(ModelSettings, TakeTheSizesOfTheData) {
  const Settings settings;
  const nn::ModelConfig config = model_config(settings, small_data());
  EXPECT_EQ(config.nodes, 4);
  EXPECT_EQ(config.features, 2);
  EXPECT_EQ(config.classes, 3);
  EXPECT_EQ(config.hidden, settings.hidden);
}

TEST(ModelSettings, OfTheBaseAreThoseOfTheSameNetwork) {
  EXPECT_EQ(model_config(default_settings("disgnn-base"), small_data()).kind, "disgnn");
  EXPECT_EQ(model_config(default_settings("gat"), small_data()).kind, "gat");
}

TEST(ModelSettings, ChooseEpochsByWhatTheyAreToldTo) {
  Settings settings;
  EXPECT_EQ(trainer_options(settings, 0).select_by, train::SelectBy::kAccuracy);
  settings.select = "macro-f1";
  EXPECT_EQ(trainer_options(settings, 0).select_by, train::SelectBy::kMacroF1);
}

TEST(ModelSettings, ListStagesInTheOrderTheyAreGiven) {
  Settings settings;
  EXPECT_THAT(stage_list(settings), IsEmpty());
  settings.stage = "spreading,krr";
  EXPECT_THAT(stage_list(settings), ElementsAre("spreading", "krr"));
  settings.stage = " spreading, krr ";
  EXPECT_THAT(stage_list(settings), ElementsAre("spreading", "krr"));
}

TEST(ModelSettings, TakeFurtherTasksWithSpacesBetweenThem) {
  Settings settings = default_settings("gcn");
  settings.pretext = "attribute=1, distance=0.5";
  const auto tasks = pretext_tasks(settings);
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[1].name, "distance");
  EXPECT_EQ(tasks[1].weight, 0.5);
}

TEST(ModelSettings, WithoutAModelTrainNothingAndNeedAStage) {
  const Settings settings = default_settings("none");
  EXPECT_EQ(trainer_options(settings, 0).epochs, 0);
  expect_usage_error({"--model none", "--stage"},
                     [&] { require_trainable(settings, small_data()); });
}

TEST(ModelSettings, RefuseStagesNobodyKnows) {
  Settings settings;
  settings.stage = "magic";
  expect_usage_error({"unknown stage 'magic'"}, [&] { require_trainable(settings, small_data()); });
}

}  // namespace
}  // namespace disgnn::run
