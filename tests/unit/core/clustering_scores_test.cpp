#include "disgnn/core/clustering_scores.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "disgnn/core/random.h"

namespace disgnn {
namespace {

using Labels = std::vector<std::int32_t>;

double nmi(const Labels& a, const Labels& b) {
  return normalised_mutual_information(a, b);
}
double ari(const Labels& a, const Labels& b) {
  return adjusted_rand_index(a, b);
}

TEST(NormalisedMutualInformation, IsOneForTheSamePartitionUnderOtherNames) {
  EXPECT_DOUBLE_EQ(nmi({0, 0, 1, 1, 2}, {7, 7, -3, -3, 100}), 1.0);
}

TEST(NormalisedMutualInformation, MatchesValuesWorkedOutByHand) {
  // H(a) = ln 2, H(b) = 1.5 ln 2, b refines a, so MI = H(a); 1 / ((1 + 1.5) / 2) = 0.8.
  EXPECT_NEAR(nmi({0, 0, 1, 1}, {0, 0, 1, 2}), 0.8, 1e-12);
  // Table [[2, 1], [1, 2]]: H = ln 2 each, MI = ln 2 + (2/3 ln(2/3) + 1/3 ln(1/3)).
  const double mutual = std::log(2) + 2.0 / 3 * std::log(2.0 / 3) + 1.0 / 3 * std::log(1.0 / 3);
  EXPECT_NEAR(nmi({0, 0, 0, 1, 1, 1}, {0, 0, 1, 0, 1, 1}), mutual / std::log(2), 1e-12);
}

TEST(NormalisedMutualInformation, IsZeroForIndependentLabels) {
  EXPECT_NEAR(nmi({0, 0, 1, 1}, {0, 1, 0, 1}), 0.0, 1e-12);
  EXPECT_NEAR(nmi({0, 0, 0, 0}, {0, 1, 2, 3}), 0.0, 1e-12);  // scikit-learn's own example
}

TEST(NormalisedMutualInformation, OfSingleLabelsIsOneAsInScikitLearn) {
  EXPECT_EQ(nmi({4, 4, 4}, {1, 1, 1}), 1.0);
  EXPECT_EQ(nmi({}, {}), 1.0);
}

TEST(AdjustedRandIndex, MatchesTheExamplesOfScikitLearn) {
  EXPECT_DOUBLE_EQ(ari({0, 0, 1, 1}, {1, 1, 0, 0}), 1.0);
  EXPECT_NEAR(ari({0, 0, 1, 2}, {0, 0, 1, 1}), 4.0 / 7, 1e-12);  // documented as 0.57
  EXPECT_NEAR(ari({0, 0, 1, 1}, {0, 1, 0, 1}), -0.5, 1e-12);
  EXPECT_NEAR(ari({0, 0, 0, 0}, {0, 1, 2, 3}), 0.0, 1e-12);
}

TEST(AdjustedRandIndex, OfTheSameTrivialPartitionIsOne) {
  EXPECT_EQ(ari({3, 3, 3}, {0, 0, 0}), 1.0);
  EXPECT_EQ(ari({0, 1, 2}, {2, 1, 0}), 1.0);
  EXPECT_EQ(ari({1}, {2}), 1.0);
  EXPECT_EQ(ari({}, {}), 1.0);
}

TEST(ClusteringScores, AreNearZeroForRandomLabels) {
  const RandomStream stream(1, RandomPurpose::kKMeans);
  Labels a(20000);
  Labels b(20000);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<std::int32_t>(stream.below(2 * i, 5));
    b[i] = static_cast<std::int32_t>(stream.below(2 * i + 1, 3));
  }
  EXPECT_NEAR(nmi(a, b), 0.0, 0.002);
  EXPECT_NEAR(ari(a, b), 0.0, 0.002);
}

}  // namespace
}  // namespace disgnn
