#include "disgnn/explain/assignment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace disgnn {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Values = std::vector<double>;

TEST(BestAssignment, GivesUpTheLargestValueForALargerSum) {
  // Taking 9 leaves 1 (sum 10); 8 + 7 = 15 is better.
  EXPECT_THAT(best_assignment(Values{9, 8, 7, 1}, 2, 2), ElementsAre(1, 0));
}

TEST(BestAssignment, MatchesOnlyAsManyAsTheShorterSideHas) {
  EXPECT_THAT(best_assignment(Values{1, 5, 3}, 1, 3), ElementsAre(1));
  EXPECT_THAT(best_assignment(Values{1, 5, 3}, 3, 1), ElementsAre(-1, 0, -1));
}

TEST(BestAssignment, OfNothingIsNothing) {
  EXPECT_THAT(best_assignment({}, 0, 0), IsEmpty());
  EXPECT_THAT(best_assignment({}, 0, 3), IsEmpty());
  EXPECT_THAT(best_assignment({}, 2, 0), ElementsAre(-1, -1));
}

double best_sum_by_brute_force(const Values& values, std::int32_t rows, std::int32_t columns) {
  // Every permutation of the longer side, cut to the shorter one.
  const std::int32_t shorter = std::min(rows, columns);
  std::vector<std::int32_t> order(std::max(rows, columns));
  std::iota(order.begin(), order.end(), 0);
  double best = -std::numeric_limits<double>::infinity();
  do {
    double sum = 0;
    for (std::int32_t i = 0; i < shorter; ++i) {
      sum += rows <= columns ? values[i * columns + order[i]] : values[order[i] * columns + i];
    }
    best = std::max(best, sum);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

RC_GTEST_PROP(BestAssignment, HasTheLargestSumOfAllAssignments, ()) {
  const auto rows = *rc::gen::inRange<std::int32_t>(1, 6);
  const auto columns = *rc::gen::inRange<std::int32_t>(1, 6);
  Values values;
  for (std::int32_t i = 0; i < rows * columns; ++i) values.push_back(*rc::gen::inRange(-20, 20));

  const auto column_of_row = best_assignment(values, rows, columns);
  double sum = 0;
  std::set<std::int32_t> used;
  for (std::int32_t row = 0; row < rows; ++row) {
    if (column_of_row[row] < 0) continue;
    RC_ASSERT(column_of_row[row] < columns);
    RC_ASSERT(used.insert(column_of_row[row]).second);
    sum += values[row * columns + column_of_row[row]];
  }
  RC_ASSERT(static_cast<std::int32_t>(used.size()) == std::min(rows, columns));
  RC_ASSERT(sum == best_sum_by_brute_force(values, rows, columns));
}

}  // namespace
}  // namespace disgnn
