#include "disgnn/run/model_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_graphs.h"

// What settings mean on a dataset.

namespace disgnn::run {
namespace {

using ::testing::HasSubstr;

Dataset without_features(NodeId nodes) {
  Dataset data;
  data.graph = disgnn::testing::path(nodes);
  data.classes = 2;
  return data;
}

TEST(ModelSettings, ConsultNobodyOnALargeGraphAndSaySo) {
  const Settings settings;
  ASSERT_GT(settings.consult, 0);
  const Dataset large = without_features(500'001);
  EXPECT_EQ(model_config(settings, large).consult, 0);
  EXPECT_THAT(consult_notice(settings, large), HasSubstr("500001 nodes"));
}

TEST(ModelSettings, SayNothingWhereSomebodyIsConsultedOrNobodyWasAskedFor) {
  Settings settings;
  const Dataset small = without_features(4);
  EXPECT_EQ(model_config(settings, small).consult, settings.consult);
  EXPECT_EQ(consult_notice(settings, small), "");
  const Dataset large = without_features(500'001);
  settings.consult = 0;
  EXPECT_EQ(consult_notice(settings, large), "");
  settings = {};
  settings.model = "gcn";
  EXPECT_EQ(consult_notice(settings, large), "");
}

TEST(ModelSettings, ChooseEpochsByWhatTheyAreToldTo) {
  Settings settings;
  EXPECT_EQ(trainer_options(settings, 0).select_by, train::SelectBy::kAccuracy);
  settings.select = "macro-f1";
  EXPECT_EQ(trainer_options(settings, 0).select_by, train::SelectBy::kMacroF1);
}

}  // namespace
}  // namespace disgnn::run
