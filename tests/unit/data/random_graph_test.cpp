#include "disgnn/data/random_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/expect_error.h"

namespace disgnn {
namespace {

TEST(RandomGraph, HasTheSizesAskedFor) {
  const RandomGraphOptions options{.nodes = 1000, .entries = 6000, .features = 50, .density = 0.1};
  const Dataset data = make_dataset(generate_random_graph(options));
  EXPECT_EQ(data.nodes(), 1000);
  EXPECT_TRUE(data.graph.symmetric());
  // 2,500 pairs, of which about 2500 * 2499 / 2 / 500500 = 6 are drawn twice and 2.5 are loops.
  EXPECT_LE(data.graph.entries(), 6000);
  EXPECT_GE(data.graph.entries(), 5900);
  EXPECT_EQ(data.classes, 10);
  const auto& features = std::get<SparseFeatures>(data.features);
  EXPECT_EQ(features.rows, 1000);
  EXPECT_EQ(features.columns, 50);
  EXPECT_EQ(features.values.size(), 5000U);  // 5 in every row: nothing to round
}

TEST(RandomGraph, MeetsDensitiesBelowOneFeaturePerRow) {
  const RandomGraphOptions options{
      .nodes = 10000, .entries = 10000, .features = 10, .density = 0.03};
  const RawDataset data = generate_random_graph(options);
  const auto& features = std::get<SparseFeatures>(data.features);
  // 10,000 rows with chance 0.3 of one value: 3,000, standard deviation 46.
  EXPECT_NEAR(static_cast<double>(features.values.size()), 3000, 6 * 46);
}

TEST(RandomGraph, ListsTheFeaturesOfARowOnceAndInOrder) {
  const RandomGraphOptions options{.nodes = 200, .entries = 200, .features = 40, .density = 0.19};
  const RawDataset data = generate_random_graph(options);
  const auto& features = std::get<SparseFeatures>(data.features);
  for (std::int64_t row = 0; row < features.rows; ++row) {
    const auto* const first = features.column_indices.data() + features.offsets[row];
    const auto* const last = features.column_indices.data() + features.offsets[row + 1];
    EXPECT_TRUE(std::adjacent_find(first, last, std::greater_equal<>()) == last) << "row " << row;
    EXPECT_TRUE(std::all_of(first, last, [](auto column) { return column >= 0 && column < 40; }));
  }
}

TEST(RandomGraph, IsDenseFromAFifthOn) {
  const RandomGraphOptions options{.nodes = 200, .entries = 200, .features = 10, .density = 0.5};
  const RawDataset data = generate_random_graph(options);
  const auto& features = std::get<DenseFeatures>(data.features);
  EXPECT_EQ(features.values.size(), 2000U);
  const auto set = std::count_if(features.values.begin(), features.values.end(),
                                 [](float value) { return value != 0; });
  EXPECT_EQ(set, 1000);
}

TEST(RandomGraph, DependsOnTheSeedAlone) {
  RandomGraphOptions options{.nodes = 100, .entries = 500, .features = 20};
  const RawDataset first = generate_random_graph(options);
  const RawDataset again = generate_random_graph(options);
  EXPECT_EQ(first.pairs, again.pairs);
  EXPECT_EQ(first.labels, again.labels);
  options.seed = 1;
  const RawDataset other = generate_random_graph(options);
  EXPECT_NE(first.pairs, other.pairs);
  EXPECT_NE(first.labels, other.labels);
}

TEST(RandomGraph, RefusesImpossibleSizes) {
  testing::expect_error(ErrorKind::kUsage, {"199 entries", "200 nodes", "self loop"},
                        [] { (void)generate_random_graph({.nodes = 200, .entries = 199}); });
  testing::expect_error(ErrorKind::kUsage, {"density", "1.5"},
                        [] { (void)generate_random_graph({.density = 1.5}); });
}

}  // namespace
}  // namespace disgnn
