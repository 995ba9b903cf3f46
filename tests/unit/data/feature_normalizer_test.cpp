#include "disgnn/data/feature_normalizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/expect_error.h"

namespace disgnn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::Pointwise;

std::vector<float> normalized(const FeatureNormalizer& normalizer, const DenseFeatures& dense) {
  Features features = dense;
  normalizer.apply(features);
  return std::get<DenseFeatures>(features).values;
}

// Column 0: 1, 3, 5 (mean 3, variance 8/3); column 1 is constant.
const DenseFeatures kTable{3, 2, {1, 7, 3, 7, 5, 7}};

TEST(FeatureNormalizer, GivesColumnsMeanZeroAndDeviationOne) {
  const auto fitted = fit_feature_normalizer("standard", kTable);
  const float one = std::sqrt(1.5F);  // 2 / sqrt(8/3)
  EXPECT_THAT(normalized(fitted, kTable),
              Pointwise(FloatNear(1e-6F), std::vector<float>{-one, 0, 0, 0, one, 0}));
}

TEST(FeatureNormalizer, TreatsAnotherGraphByTheStatisticsOfTheFirst) {
  const auto fitted = fit_feature_normalizer("standard", kTable);
  // (9 - 3) / sqrt(8/3); the column that was constant still says nothing.
  EXPECT_THAT(normalized(fitted, {1, 2, {9, 100}}),
              Pointwise(FloatNear(1e-5F), std::vector<float>{3.674235F, 0}));
}

TEST(FeatureNormalizer, BringsHugeValuesIntoReach) {
  const DenseFeatures huge{2, 1, {1e38F, -1e38F}};
  EXPECT_THAT(normalized(fit_feature_normalizer("standard", huge), huge), ElementsAre(1, -1));
}

TEST(FeatureNormalizer, LeavesFeaturesAloneOrDividesRows) {
  EXPECT_EQ(normalized(fit_feature_normalizer("none", kTable), kTable), kTable.values);
  EXPECT_THAT(normalized(fit_feature_normalizer("row", kTable), {1, 2, {1, 3}}),
              ElementsAre(0.25F, 0.75F));
}

TEST(FeatureNormalizer, RefusesToStandardiseSparseFeatures) {
  const Features sparse = SparseFeatures{1, 2, {0, 1}, {1}, {1}};
  expect_usage_error({"sparse", "--feature-norm row"},
                     [&] { (void)fit_feature_normalizer("standard", sparse); });
}

}  // namespace
}  // namespace disgnn::testing
