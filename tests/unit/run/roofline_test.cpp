#include "disgnn/run/roofline.h"

#include <gtest/gtest.h>

namespace disgnn::run {
namespace {

TEST(Roofline, BoundsAPassByTheSlowerOfArithmeticAndGathering) {
  constexpr GatherTable kTable{50, 7};
  Roofline roofline(16);
  const double flops = 1e9 * roofline.fma_gflops();                 // one second's worth
  const double values = 1e9 * roofline.gather_gb_s(kTable) / 4;     // another's
  EXPECT_DOUBLE_EQ(roofline.least_seconds({2 * flops, 0, {}}), 2);  // a matrix product
  EXPECT_DOUBLE_EQ(roofline.least_seconds({flops, 3 * values, kTable}), 3);
  EXPECT_DOUBLE_EQ(roofline.least_seconds({4 * flops, values, kTable}), 4);
}

TEST(Roofline, MeasuresATableOnce) {
  constexpr GatherTable kTable{1000, 3};
  Roofline roofline(16);
  EXPECT_EQ(roofline.gather_gb_s(kTable), roofline.gather_gb_s(kTable));
  EXPECT_GT(roofline.gather_gb_s({1, 1}), 0);  // a table smaller than a vector
}

}  // namespace
}  // namespace disgnn::run
