#include "disgnn/run/roofline.h"

#include <gtest/gtest.h>

namespace disgnn::run {
namespace {

TEST(Roofline, BoundsAPassByTheSlowerOfArithmeticAndGathering) {
  constexpr GatherTable kTable{100, 16};
  constexpr double kRate = 40;  // GB/s
  const Roofline roofline(16);
  const double flops = 1e9 * roofline.fma_gflops();                        // one second's worth
  const double values = 1e9 * kRate / 4;                                   // another's
  EXPECT_DOUBLE_EQ(roofline.least_seconds({2 * flops, 0, {}}, kRate), 2);  // a matrix product
  EXPECT_DOUBLE_EQ(roofline.least_seconds({flops, 3 * values, kTable}, kRate), 3);
  EXPECT_DOUBLE_EQ(roofline.least_seconds({4 * flops, values, kTable}, kRate), 4);
}

TEST(GatherProbe, MeasuresTablesOfAnySize) {
  for (const GatherTable table : {GatherTable{0, 1}, GatherTable{1, 3}, GatherTable{1000, 64}}) {
    GatherProbe probe(table);
    EXPECT_GT(probe.gb_s(), 0);
    EXPECT_GT(probe.best_gb_s(), 0);
  }
}

}  // namespace
}  // namespace disgnn::run
