#include "disgnn/ops/recomputed.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

namespace disgnn::ops {
namespace {

TEST(Recomputed, DifferentiatesByInputAndParametersAndRunsOnceMoreBackward) {
  const at::Tensor x = at::tensor({1.0, 2.0}).requires_grad_();
  const at::Tensor w = at::tensor({3.0, 5.0}).requires_grad_();
  int runs = 0;
  const auto parts = recomputed(x, [&](const at::Tensor& y) -> std::vector<at::Tensor> {
    ++runs;
    return {(y * y * w).sum(), y + w, w * 2};
  });
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(parts[0].item<double>(), 3 + 20);
  (parts[0] + (parts[1] * at::tensor({10.0, 100.0})).sum()).backward();  // the third goes unused
  EXPECT_EQ(runs, 2);
  EXPECT_TRUE(at::equal(x.grad(), at::tensor({2.0 * 3 + 10, 4.0 * 5 + 100})));
  EXPECT_TRUE(at::equal(w.grad(), at::tensor({1.0 + 10, 4.0 + 100})));
}

TEST(Recomputed, ReachesParametersWhereTheInputNeedsNoGradient) {
  const at::Tensor w = at::tensor({3.0}).requires_grad_();
  const auto parts =
      recomputed({}, [&](const at::Tensor&) -> std::vector<at::Tensor> { return {w * w}; });
  parts[0].sum().backward();
  EXPECT_EQ(w.grad().item<double>(), 6);
}

TEST(Recomputed, LeavesItsResultsOpenToChangesInPlace) {
  const at::Tensor w = at::ones({2, 1}).requires_grad_();
  auto parts = recomputed({}, [&](const at::Tensor&) -> std::vector<at::Tensor> {
    return {w.squeeze(1), w * 2};
  });
  parts[0].add_(1);
  parts[0].sum().backward();
  EXPECT_TRUE(at::equal(w.grad(), at::ones({2, 1})));
}

TEST(Recomputed, RunsOnceWithoutGradients) {
  const at::NoGradGuard no_gradients;
  const auto parts = recomputed(
      at::ones({2}), [](const at::Tensor& y) -> std::vector<at::Tensor> { return {y + 1}; });
  EXPECT_FALSE(parts[0].requires_grad());
  EXPECT_EQ(parts[0].sum().item<double>(), 4);
}

}  // namespace
}  // namespace disgnn::ops
