#include "disgnn/ops/dropout.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "support/gradient_check.h"
#include "support/tensors.h"

namespace disgnn::ops {
namespace {

using disgnn::testing::difference;
using disgnn::testing::gradient_difference;
using disgnn::testing::random_tensor;
using disgnn::testing::same_bits;

RandomStream stream(std::uint64_t seed, std::uint32_t step = 0, std::uint16_t part = 0) {
  return {seed, RandomPurpose::kHiddenDropout, step, part};
}

TEST(Dropout, KeepsTheExpectedShareAndTheMean) {
  constexpr double kCount = 200'000;
  for (const double p : {0.1, 0.5, 0.9}) {
    const auto y = dropout(at::ones({200, 1000}), p, stream(1));
    const double zeros = (y == 0).sum().item<double>();
    // Five standard deviations of a binomial share.
    EXPECT_NEAR(zeros / kCount, p, 5 * std::sqrt(p * (1 - p) / kCount));
    EXPECT_NEAR(y.mean().item<double>(), 1.0, 5 * std::sqrt(p / (1 - p) / kCount));
    const auto kept = y.masked_select(y != 0);
    EXPECT_TRUE(at::allclose(kept, at::full_like(kept, 1 / (1 - p))));
  }
}

TEST(Dropout, OfProbabilityZeroIsTheIdentity) {
  const auto x = random_tensor({3, 5}, 1);
  EXPECT_TRUE(same_bits(dropout(x, 0, stream(1)), x));
}

TEST(Dropout, DependsOnSeedStepAndPartAlone) {
  const auto x = at::ones({50, 7});
  const auto y = dropout(x, 0.5, stream(1, 2, 3));
  EXPECT_TRUE(same_bits(y, dropout(x, 0.5, stream(1, 2, 3))));
  EXPECT_FALSE(same_bits(y, dropout(x, 0.5, stream(2, 2, 3))));
  EXPECT_FALSE(same_bits(y, dropout(x, 0.5, stream(1, 3, 3))));
  EXPECT_FALSE(same_bits(y, dropout(x, 0.5, stream(1, 2, 4))));
}

TEST(Dropout, MaskOfAnElementDependsOnItsPositionOnly) {
  const auto longer = dropout(at::ones({1001}), 0.5, stream(1));
  for (const std::int64_t size : {1, 3, 4, 5, 1000}) {
    EXPECT_TRUE(same_bits(dropout(at::ones({size}), 0.5, stream(1)), longer.narrow(0, 0, size)));
  }
  EXPECT_TRUE(same_bits(dropout(at::ones({7, 143}), 0.5, stream(1)).flatten(), longer));
  // A transposed tensor is masked by its own row-major positions.
  EXPECT_TRUE(
      same_bits(dropout(at::ones({143, 7}).t(), 0.5, stream(1)).contiguous().flatten(), longer));
  EXPECT_TRUE(
      same_bits(dropout(at::ones({1001}, at::kDouble), 0.5, stream(1)).to(at::kFloat), longer));
}

TEST(Dropout, IsTheSameAtAnyThreadCount) {
  const auto x = random_tensor({300, 401}, 1, at::kFloat);
  at::set_num_threads(1);
  const auto one = dropout(x, 0.3, stream(1));
  at::set_num_threads(2);
  const auto two = dropout(x, 0.3, stream(1));
  at::set_num_threads(1);
  EXPECT_TRUE(same_bits(one, two));
}

TEST(Dropout, PassesTheGradientOfKeptElements) {
  auto x = random_tensor({4, 5}, 2).requires_grad_();
  EXPECT_EQ(
      gradient_difference({{"x", x}}, [&] { return dropout(x, 0.4, stream(3)).square().sum(); }),
      "");
}

TEST(Dropout, RefusesProbabilitiesOutsideItsRange) {
  EXPECT_THROW((void)dropout(at::ones({2}), 1.0, stream(1)), std::logic_error);
  EXPECT_THROW((void)dropout(at::ones({2}), -0.1, stream(1)), std::logic_error);
}

}  // namespace
}  // namespace disgnn::ops
