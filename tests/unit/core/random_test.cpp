#include "disgnn/core/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>
#include <vector>

namespace disgnn {
namespace {

// Known answers published with Random123 (kat_vectors, philox4x32 10).
TEST(Philox, MatchesThePublishedVectors) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, 0),
            (std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, 0xffffffffffffffffULL),
            (std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(RandomStream, ElementDependsOnTheKeyAlone) {
  const RandomStream a(7, RandomPurpose::kSplit, 3, 1);
  const RandomStream b(7, RandomPurpose::kSplit, 3, 1);
  (void)a.bits(0);
  EXPECT_EQ(a.bits(41), b.bits(41));
  std::set<std::uint64_t> seen{a.bits(41)};
  seen.insert(RandomStream(8, RandomPurpose::kSplit, 3, 1).bits(41));
  seen.insert(RandomStream(7, RandomPurpose::kWeights, 3, 1).bits(41));
  seen.insert(RandomStream(7, RandomPurpose::kSplit, 4, 1).bits(41));
  seen.insert(RandomStream(7, RandomPurpose::kSplit, 3, 2).bits(41));
  seen.insert(a.bits(42));
  EXPECT_EQ(seen.size(), 6U);
}

TEST(RandomStream, UniformAndNormalHaveTheirMoments) {
  const RandomStream stream(1, RandomPurpose::kWeights);
  double uniform = 0;
  double normal = 0;
  double square = 0;
  constexpr int kCount = 100000;
  for (int i = 0; i < kCount; ++i) {
    const double u = stream.uniform(i);
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    uniform += u;
    const double x = stream.normal(i);
    ASSERT_TRUE(std::isfinite(x));
    normal += x;
    square += x * x;
  }
  EXPECT_NEAR(uniform / kCount, 0.5, 0.005);
  EXPECT_NEAR(normal / kCount, 0.0, 0.015);
  EXPECT_NEAR(square / kCount, 1.0, 0.02);
}

TEST(RandomPermutation, IsABijectionForEverySize) {
  for (std::uint64_t size : {1, 2, 3, 4, 5, 17, 64, 1000}) {
    const RandomPermutation permutation(size, RandomStream(5, RandomPurpose::kNegativePairs));
    std::set<std::uint64_t> images;
    for (std::uint64_t i = 0; i < size; ++i) {
      ASSERT_LT(permutation(i), size);
      images.insert(permutation(i));
    }
    EXPECT_EQ(images.size(), size);
  }
}

TEST(RandomPermutation, SpreadsTheFirstElementsEvenly) {
  // 200 of 1000 drawn by 500 keys: every value is hit about 100 times.
  std::vector<int> hits(1000, 0);
  for (int key = 0; key < 500; ++key) {
    const RandomPermutation permutation(1000, RandomStream(key, RandomPurpose::kNegativePairs));
    for (int i = 0; i < 200; ++i) ++hits[permutation(i)];
  }
  for (const int count : hits) EXPECT_NEAR(count, 100, 50);
}

TEST(RandomStream, ShuffleKeepsEveryItem) {
  std::vector<int> items(50);
  std::iota(items.begin(), items.end(), 0);
  RandomStream(3, RandomPurpose::kSplit).shuffle(std::span(items));
  EXPECT_NE(items[0] * 50 + items[1], 1);
  EXPECT_EQ(std::set<int>(items.begin(), items.end()).size(), 50U);
}

}  // namespace
}  // namespace disgnn
