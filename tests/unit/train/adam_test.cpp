#include "disgnn/train/adam.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/expect_error.h"
#include "support/tensors.h"

namespace disgnn::train {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

at::Tensor leaf(const at::Tensor& values) {
  return values.detach().clone().requires_grad_();
}

/// One step on sum(x^2 * (1, 2, 3, …)).
void step_on_parabola(Adam& adam, const at::Tensor& x) {
  adam.clear_gradients();
  (x.square() * at::arange(1, x.numel() + 1)).sum().backward();
  adam.step();
}

TEST(Adam, TakesTheFirstStepsWorkedOutByHand) {
  // x = 1, loss x^2, weight decay 0.5: g = 2 + 0.5 = 2.5. Bias-corrected moments 2.5 and 2.5^2:
  // the first step is lr * 2.5 / (2.5 + 1e-8).
  const at::Tensor x = leaf(tensor_of({1}, {1}));
  Adam adam({{"x", x}}, {.learning_rate = 0.1, .weight_decay = 0.5});
  step_on_parabola(adam, x);
  double expected = 1 - 0.1 * 2.5 / (2.5 + 1e-8);
  EXPECT_NEAR(x.item<double>(), expected, 1e-14);
  // Second step: m = 0.9 * 0.25 + 0.1 g, v = 0.999 * 0.00625 + 0.001 g^2, corrected by
  // 1 - 0.9^2 = 0.19 and 1 - 0.999^2 = 0.001999.
  const double g = 2.5 * expected;
  const double m = (0.9 * 0.25 + 0.1 * g) / 0.19;
  const double v = (0.999 * 0.00625 + 0.001 * g * g) / 0.001999;
  expected -= 0.1 * m / (std::sqrt(v) + 1e-8);
  step_on_parabola(adam, x);
  EXPECT_NEAR(x.item<double>(), expected, 1e-12);
}

TEST(Adam, SparesParametersFromDecayByTheirRule) {
  const at::Tensor x = leaf(tensor_of({1}, {1}));
  const at::Tensor y = leaf(tensor_of({1}, {1}));
  Adam adam({{"x", x}, {"y", y}}, {.learning_rate = 0.1, .weight_decay = 0.5},
            {{"y", {.lr_scale = 1, .weight_decay = false}}});
  // Gradients that vanish: only decay moves anything.
  (0 * x + 0 * y).sum().backward();
  adam.step();
  EXPECT_LT(x.item<double>(), 1);
  EXPECT_EQ(y.item<double>(), 1);
}

TEST(Adam, LetsParametersLearnAtAPaceOfTheirOwn) {
  const at::Tensor x = leaf(tensor_of({1}, {1}));
  const at::Tensor y = leaf(tensor_of({1}, {1}));
  Adam adam({{"x", x}, {"y", y}}, {.learning_rate = 0.1, .weight_decay = 0},
            {{"y", {.lr_scale = 3, .weight_decay = true}}});
  // The first step of Adam is the learning rate, whatever the gradient.
  (x + 5 * y).sum().backward();
  adam.step();
  EXPECT_NEAR(x.item<double>(), 0.9, 1e-7);
  EXPECT_NEAR(y.item<double>(), 0.7, 1e-7);
}

TEST(Adam, LeavesParametersWithoutGradientAlone) {
  const at::Tensor used = leaf(random_tensor({3}, 1));
  const at::Tensor idle = leaf(random_tensor({3}, 2));
  const at::Tensor before = idle.detach().clone();
  Adam adam({{"used", used}, {"idle", idle}}, {.learning_rate = 0.1, .weight_decay = 0.5});
  step_on_parabola(adam, used);
  EXPECT_TRUE(same_bits(idle, before));
  EXPECT_EQ(adam.state().size(), 3U);  // of the used one alone
}

TEST(Adam, ForgetsGradientsWhenTold) {
  const at::Tensor x = leaf(random_tensor({3}, 1));
  Adam adam({{"x", x}}, {});
  x.square().sum().backward();
  adam.clear_gradients();
  EXPECT_FALSE(x.grad().defined());
}

TEST(Adam, GoesOnExactlyFromASavedState) {
  const at::Tensor x = leaf(random_tensor({4}, 1));
  Adam adam({{"x", x}}, {.learning_rate = 0.1});
  for (int i = 0; i < 3; ++i) step_on_parabola(adam, x);
  const nn::NamedTensors saved = snapshot(adam.state());
  EXPECT_EQ(find_tensor(saved, "x.steps").item<std::int64_t>(), 3);

  const at::Tensor copy = leaf(x);
  Adam other({{"x", copy}}, {.learning_rate = 0.1});
  other.restore(saved);
  EXPECT_EQ(first_difference(other.state(), saved), "");
  for (int i = 0; i < 3; ++i) {
    step_on_parabola(adam, x);
    step_on_parabola(other, copy);
    EXPECT_TRUE(same_bits(x, copy));
  }
  EXPECT_EQ(first_difference(snapshot(saved), saved), "");  // not the live state's memory
  const at::Tensor fresh = leaf(random_tensor({4}, 1));
  Adam forgetful({{"x", fresh}}, {.learning_rate = 0.1});
  for (int i = 0; i < 6; ++i) {
    if (i == 3) forgetful.restore({});  // starts afresh: another course
    step_on_parabola(forgetful, fresh);
  }
  EXPECT_FALSE(same_bits(fresh, x));
}

TEST(Adam, RefusesAStateThatDoesNotFit) {
  const at::Tensor x = leaf(random_tensor({4}, 1));
  Adam adam({{"x", x}}, {});
  step_on_parabola(adam, x);
  const nn::NamedTensors good = snapshot(adam.state());
  const auto refuses = [&](std::size_t position, const std::string& name, const at::Tensor& value) {
    nn::NamedTensors bad = good;
    bad[position] = {name, value};
    expect_input_error({"x"}, [&] { adam.restore(bad); });
  };
  ASSERT_EQ(good[0].first, "x.first");
  ASSERT_EQ(good[2].first, "x.steps");
  refuses(0, "y.first", good[0].second);                // a moment is missing
  refuses(0, "x.first", at::zeros({5}, at::kDouble));   // of another shape
  refuses(0, "x.first", at::zeros({4}, at::kFloat));    // of another type
  refuses(2, "x.steps", at::zeros({2}, at::kLong));     // not one number
  refuses(2, "x.steps", at::full({1}, -1, at::kLong));  // a step count below zero
  EXPECT_EQ(first_difference(adam.state(), good), "");  // and keeps the one it has
}

}  // namespace
}  // namespace disgnn::train
