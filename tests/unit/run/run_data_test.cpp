#include "disgnn/run/run_data.h"

#include <gtest/gtest.h>

namespace disgnn::run {
namespace {

Dataset with_table(std::vector<float> values) {
  Dataset data;
  data.features = DenseFeatures{2, 2, std::move(values)};
  return data;
}

TEST(AutomaticFeatureNorm, StandardisesMeasuredColumns) {
  EXPECT_EQ(fit_normalizer({}, with_table({0, 1, 1, 2})).kind, "standard");
}

TEST(AutomaticFeatureNorm, LeavesFlagsAsTheyAre) {
  EXPECT_EQ(fit_normalizer({}, with_table({0, 1, 1, 0})).kind, "none");
}

TEST(AutomaticFeatureNorm, DoesWhatItIsTold) {
  Settings settings;
  settings.feature_norm = "standard";
  EXPECT_EQ(fit_normalizer(settings, with_table({0, 1, 1, 0})).kind, "standard");
}

}  // namespace
}  // namespace disgnn::run
