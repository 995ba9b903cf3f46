#include "disgnn/run/run_data.h"

#include <gtest/gtest.h>

#include "support/expect_error.h"

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

TEST(LargeFeatures, AreRefusedWithTheirPlace) {
  Dataset data = with_table({0, 1, 1e38F, 2});
  data.feature_names = {"height", "age"};
  data.node_ids = {"ann", "bob"};
  testing::expect_input_error({"'height' of node bob", "1e+38"},
                              [&] { require_moderate_features({.kind = "none"}, data); });
  EXPECT_NO_THROW(require_moderate_features({.kind = "standard"}, data));
  data.features = SparseFeatures{2, 2, {0, 1, 2}, {0, 1}, {3, -1e10F}};
  testing::expect_input_error({"'age' of node bob", "-1e+10"},
                              [&] { require_moderate_features({.kind = "none"}, data); });
  data.features = SparseFeatures{2, 2, {0, 1, 2}, {0, 1}, {3, -1e8F}};
  EXPECT_NO_THROW(require_moderate_features({.kind = "none"}, data));
}

}  // namespace
}  // namespace disgnn::run
