#include "disgnn/explain/auc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

namespace disgnn {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;

using Scores = std::vector<double>;
using Flags = std::vector<std::uint8_t>;

TEST(AverageRanks, ShareTheMeanOfTiedRanks) {
  // Sorted: 1 (rank 1), 5 5 5 (ranks 2 to 4, mean 3), 9 (rank 5).
  EXPECT_THAT(average_ranks(Scores{5, 9, 5, 1, 5}), ElementsAre(3, 5, 3, 1, 3));
}

TEST(RocAuc, MatchesTheExampleOfScikitLearn) {
  // roc_auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]) = 0.75: 3 of 4 pairs are in order.
  EXPECT_THAT(roc_auc(Scores{0.1, 0.4, 0.35, 0.8}, Flags{0, 0, 1, 1}), Optional(0.75));
}

TEST(RocAuc, IsOneWhenPositivesAreOnTopAndZeroWhenTheyAreBelow) {
  EXPECT_THAT(roc_auc(Scores{1, 2, 3}, Flags{0, 0, 1}), Optional(1.0));
  EXPECT_THAT(roc_auc(Scores{1, 2, 3}, Flags{1, 0, 0}), Optional(0.0));
}

TEST(RocAuc, CountsTiesAsOneHalf) {
  EXPECT_THAT(roc_auc(Scores{4, 4, 4, 4}, Flags{0, 1, 1, 0}), Optional(0.5));
  // Pairs (positive, negative): (2,1) in order, (2,2) tied, (1,1) tied, (1,2) not: 2 / 4.
  EXPECT_THAT(roc_auc(Scores{2, 1, 1, 2}, Flags{1, 1, 0, 0}), Optional(0.5));
  // (2,2) tied, (2,1) in order, (3,2) and (3,1) in order: 3.5 / 4.
  EXPECT_THAT(roc_auc(Scores{2, 3, 2, 1}, Flags{1, 1, 0, 0}), Optional(0.875));
}

TEST(RocAuc, IsUndefinedWithoutPositivesOrWithoutNegatives) {
  EXPECT_EQ(roc_auc(Scores{1, 2}, Flags{1, 1}), std::nullopt);
  EXPECT_EQ(roc_auc(Scores{1, 2}, Flags{0, 0}), std::nullopt);
  EXPECT_EQ(roc_auc(Scores{}, Flags{}), std::nullopt);
}

TEST(RocAuc, RanksNanBelowEveryNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THAT(roc_auc(Scores{nan, -infinity, nan, infinity}, Flags{0, 1, 0, 1}), Optional(1.0));
  EXPECT_THAT(roc_auc(Scores{nan, nan}, Flags{0, 1}), Optional(0.5));
}

RC_GTEST_PROP(RocAuc, EqualsTheShareOfPairsInOrder, ()) {
  const auto flags = *rc::gen::container<Flags>(rc::gen::element<std::uint8_t>(0, 1));
  Scores scores;
  for (std::size_t i = 0; i < flags.size(); ++i) scores.push_back(*rc::gen::inRange(0, 6));
  double in_order = 0;
  double pairs = 0;
  for (std::size_t p = 0; p < flags.size(); ++p) {
    for (std::size_t n = 0; n < flags.size(); ++n) {
      if (flags[p] == 0 || flags[n] != 0) continue;
      ++pairs;
      in_order += scores[p] > scores[n] ? 1 : scores[p] == scores[n] ? 0.5 : 0;
    }
  }
  const auto auc = roc_auc(scores, flags);
  RC_ASSERT(auc.has_value() == (pairs > 0));
  if (auc) RC_ASSERT(std::abs(*auc - in_order / pairs) < 1e-12);
}

}  // namespace
}  // namespace disgnn
