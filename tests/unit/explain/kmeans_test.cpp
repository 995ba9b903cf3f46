#include "disgnn/explain/kmeans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "disgnn/core/clustering_scores.h"
#include "disgnn/core/random.h"

namespace disgnn {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

using Values = std::vector<double>;

TEST(KMeans, FindsTheTwoGroupsOnALine) {
  // 0 1 2            10 11 12: centres 1 and 11, inertia 4 * 1.
  const auto result = k_means(Values{0, 10, 1, 11, 2, 12}, 1, {.clusters = 2});
  EXPECT_EQ(result.assignment[0], result.assignment[2]);
  EXPECT_EQ(result.assignment[0], result.assignment[4]);
  EXPECT_EQ(result.assignment[1], result.assignment[3]);
  EXPECT_EQ(result.assignment[1], result.assignment[5]);
  EXPECT_NE(result.assignment[0], result.assignment[1]);
  Values centres = result.centres;
  std::sort(centres.begin(), centres.end());
  EXPECT_THAT(centres, ElementsAre(1, 11));
  EXPECT_DOUBLE_EQ(result.inertia, 4.0);
}

TEST(KMeans, RecoversWellSeparatedClouds) {
  const RandomStream stream(5, RandomPurpose::kWeights);
  Values points;
  std::vector<std::int32_t> truth;
  for (int i = 0; i < 600; ++i) {
    truth.push_back(i % 4);
    points.push_back((i % 2) * 8 + stream.normal(2 * i));
    points.push_back((i % 4 / 2) * 8 + stream.normal(2 * i + 1));
  }
  const auto result = k_means(points, 2, {.clusters = 4});
  EXPECT_GT(adjusted_rand_index(result.assignment, truth), 0.99);
}

TEST(KMeans, IsDeterministicPerSeed) {
  const RandomStream stream(2, RandomPurpose::kWeights);
  Values points(400);
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = stream.normal(i);
  const KMeansOptions options{.clusters = 5, .restarts = 2, .seed = 9};
  const auto first = k_means(points, 4, options);
  const auto second = k_means(points, 4, options);
  EXPECT_EQ(first.assignment, second.assignment);
  EXPECT_EQ(first.centres, second.centres);
}

TEST(KMeans, KeepsTheBestOfItsRestarts) {
  const RandomStream stream(3, RandomPurpose::kWeights);
  Values points(1000);
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = stream.uniform(i);
  const auto once = k_means(points, 2, {.clusters = 12, .restarts = 1});
  const auto often = k_means(points, 2, {.clusters = 12, .restarts = 20});
  EXPECT_LT(often.inertia, once.inertia);
}

TEST(KMeans, CopesWithFewerDistinctPointsThanClusters) {
  const auto result = k_means(Values{1, 1, 5, 5, 1}, 1, {.clusters = 4});
  EXPECT_EQ(result.centres.size(), 4U);
  EXPECT_EQ(result.inertia, 0.0);
  EXPECT_EQ(result.assignment[0], result.assignment[1]);
  EXPECT_NE(result.assignment[0], result.assignment[2]);
  const auto same = k_means(Values{3, 3, 3}, 1, {.clusters = 2});
  EXPECT_THAT(same.assignment, Each(same.assignment[0]));
  EXPECT_THAT(same.centres, Each(3.0));
}

TEST(KMeans, WithAsManyClustersAsPointsSeparatesAll) {
  const auto result = k_means(Values{0, 1, 2, 30}, 1, {.clusters = 4});
  const std::set<std::int32_t> used(result.assignment.begin(), result.assignment.end());
  EXPECT_EQ(used.size(), 4U);
  EXPECT_EQ(result.inertia, 0.0);
}

TEST(KMeans, RefillsAClusterThatLostAllItsPoints) {
  // Found by search: from this single start one of the three clusters runs empty on the way.
  const Values points = {8, 5, 1, 2, 8, 9, 0, 5, 10, 10, 0, 2};
  const auto result = k_means(points, 2, {.clusters = 3, .restarts = 1});
  const std::set<std::int32_t> used(result.assignment.begin(), result.assignment.end());
  EXPECT_EQ(used.size(), 3U);
}

TEST(KMeans, RefusesWhatItCannotCluster) {
  EXPECT_THROW(k_means({}, 2, {.clusters = 2}), std::logic_error);
  EXPECT_THROW(k_means(Values{1, 2, 3}, 2, {.clusters = 2}), std::logic_error);
  EXPECT_THROW(k_means(Values{1}, 1, {.clusters = 0}), std::logic_error);
}

TEST(NearestCentres, LetTheLowestNumberWinATie) {
  EXPECT_THAT(nearest_centres(Values{0, 1, 2, 3}, Values{0, 2}, 1), ElementsAre(0, 0, 1, 1));
}

}  // namespace
}  // namespace disgnn
