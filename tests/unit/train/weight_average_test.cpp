#include "disgnn/train/weight_average.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "support/tensors.h"

namespace disgnn::train {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

at::Tensor weight_of(double value) {
  return tensor_of({value}, {1}).requires_grad_();
}

void set(const at::Tensor& weight, double value) {
  const at::NoGradGuard no_gradients;
  weight.fill_(value);
}

TEST(WeightAverage, ForgetsByTheFactorOnceItHasBegun) {
  const at::Tensor w = weight_of(7);
  WeightAverage average({{"w", w}}, 0.15);
  set(w, 1);
  average.update();  // decay (1 - 1) / 9 = 0: the start is forgotten
  set(w, 2);
  average.update();  // decay min(0.15, 1 / 10): 0.1 * 1 + 0.9 * 2 = 1.9
  set(w, 4);
  average.update();  // decay min(0.15, 2 / 11): 0.15 * 1.9 + 0.85 * 4 = 3.685
  average.swap();
  EXPECT_NEAR(w.item<double>(), 3.685, 1e-12);
  EXPECT_TRUE(w.requires_grad());
  average.swap();
  EXPECT_EQ(w.item<double>(), 4);
}

TEST(WeightAverage, OfNoDecayIsTheWeights) {
  const at::Tensor w = weight_of(7);
  WeightAverage average({{"w", w}}, 0);
  average.update();
  average.swap();
  EXPECT_EQ(w.item<double>(), 7);
  EXPECT_TRUE(average.state().empty());
}

TEST(WeightAverage, GoesOnFromASavedState) {
  const at::Tensor w = weight_of(7);
  WeightAverage average({{"w", w}}, 0.9);
  for (const double value : {1, 2, 3}) {
    set(w, value);
    average.update();
  }
  const at::Tensor other = weight_of(3);
  WeightAverage copy({{"w", other}}, 0.9);
  nn::NamedTensors saved;
  for (const auto& [name, tensor] : average.state()) saved.emplace_back(name, tensor.clone());
  copy.restore(saved);
  for (const double value : {5, 6}) {
    set(w, value);
    set(other, value);
    average.update();
    copy.update();
  }
  average.swap();
  copy.swap();
  EXPECT_TRUE(same_bits(w, other));
}

}  // namespace
}  // namespace disgnn::train
