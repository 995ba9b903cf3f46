#include "run/feature_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/expect_error.h"
#include "support/small_graphs.h"

namespace disgnn::run {
namespace {

using testing::expect_input_error;
using ::testing::HasSubstr;

/// Two columns, the second of which is 0, 1, 0, 1, ….
Dataset people(const std::vector<float>& heights) {
  Dataset data;
  const auto nodes = static_cast<NodeId>(heights.size());
  data.graph = testing::path(nodes);
  DenseFeatures table{nodes, 2, {}};
  for (NodeId v = 0; v < nodes; ++v) {
    table.values.push_back(heights[v]);
    table.values.push_back(static_cast<float>(v % 2));
    data.node_ids.push_back("person " + std::to_string(v));
  }
  data.features = std::move(table);
  data.feature_names = {"height", "flag"};
  data.name = "people";
  return data;
}

TEST(LargeFeatures, AreRefusedWithTheirPlace) {
  Dataset data = people({0, 1e38F});
  const FeatureNormalizer as_they_are{.kind = "none"};
  expect_input_error({"'height' of node person 1 in 'people'", "1e+38", "--feature-norm"},
                     [&] { require_moderate_features(as_they_are, data); });
  EXPECT_NO_THROW(
      require_moderate_features(fit_feature_normalizer("standard", data.features), data));
  EXPECT_NO_THROW(require_moderate_features({.kind = "row"}, data));
  data.features = SparseFeatures{2, 2, {0, 1, 2}, {0, 1}, {3, -1e10F}};
  expect_input_error({"'flag' of node person 1", "-1e+10"},
                     [&] { require_moderate_features(as_they_are, data); });
  data.features = SparseFeatures{2, 2, {0, 1, 2}, {0, 1}, {3, -1e8F}};
  EXPECT_NO_THROW(require_moderate_features(as_they_are, data));
}

TEST(LargeFeatures, AreMeasuredByTheStatisticsOfTheTrainingData) {
  const auto of_training =
      fit_feature_normalizer("standard", people({1.6F, 1.7F, 1.8F, 1.9F}).features);
  expect_input_error({"'height' of node person 1", "1e+38", "standard deviations"}, [&] {
    require_moderate_features(of_training, people({1.7F, 1e38F}));
  });
  EXPECT_EQ(far_feature(of_training, people({1.7F, 3})), std::nullopt);
  EXPECT_THAT(far_feature(of_training, people({1.7F, 1000})).value(),
              HasSubstr("'height' of node person 1 in 'people' is 1000"));
}

TEST(OutlyingFeatures, AreFoundThoughTheyWidenTheDeviation) {
  const auto notice = [](const std::vector<float>& heights) {
    const Dataset data = people(heights);
    return outlying_feature(fit_feature_normalizer("standard", data.features), data);
  };
  EXPECT_EQ(notice({1.6F, 1.7F, 1.8F, 1.9F, 3}), std::nullopt);
  EXPECT_THAT(notice({1.6F, 1.7F, 1e38F, 1.8F, 1.9F}).value(),
              HasSubstr("'height' of node person 2 in 'people' is 1e+38"));
  EXPECT_EQ(notice({0, 0, 1, 0, 0}), std::nullopt) << "a rare flag is no mistake";
}

}  // namespace
}  // namespace disgnn::run
