#include "disgnn/nn/parameter_init.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "disgnn/model/disgnn_model.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

TEST(ParameterInit, DoesNotDependOnOtherParameters) {
  const ModelConfig two{.features = 3, .classes = 3, .channels = 2, .hidden = 4, .layers = 2};
  ModelConfig three = two;
  three.layers = 3;
  const NamedTensors all = DisGnnModel(three, 9).named_parameters();
  for (const auto& [name, tensor] : DisGnnModel(two, 9).named_parameters()) {
    EXPECT_TRUE(same_bits(tensor, find_tensor(all, name))) << name;
  }
  const ParameterInit init(9);
  const at::Tensor first = init.xavier("a", {5}, 1, 1);
  (void)init.xavier("b", {5}, 1, 1);
  EXPECT_TRUE(same_bits(first, init.xavier("a", {5}, 1, 1)));
  EXPECT_TRUE(same_bits(init.scope("x").xavier("y", {5}, 1, 1), init.xavier("x.y", {5}, 1, 1)));
}

TEST(ParameterInit, DependsOnSeedAndName) {
  const ParameterInit init(9);
  const at::Tensor values = init.xavier("a", {50}, 1, 1);
  EXPECT_FALSE(same_bits(values, ParameterInit(10).xavier("a", {50}, 1, 1)));
  EXPECT_FALSE(same_bits(values, init.xavier("b", {50}, 1, 1)));
  // No two parameters of a model start alike.
  std::set<float> firsts;
  std::size_t weights = 0;
  for (const auto& [name, tensor] :
       DisGnnModel({.features = 4, .classes = 4, .hidden = 4}, 1).named_parameters()) {
    if (name.ends_with("bias")) {
      EXPECT_EQ(tensor.abs().max().item<float>(), 0.0F);
      continue;
    }
    firsts.insert(std::abs(tensor.flatten()[0].item<float>()));
    ++weights;
  }
  EXPECT_EQ(firsts.size(), weights);
}

TEST(ParameterInit, IsGlorotUniform) {
  const at::Tensor values = ParameterInit(1).xavier("a", {100, 200}, 30, 20);
  const double bound = std::sqrt(6.0 / 50);
  EXPECT_LE(values.abs().max().item<double>(), bound);
  EXPECT_GT(values.abs().max().item<double>(), 0.999 * bound);
  EXPECT_NEAR(values.mean().item<double>(), 0, 5 * bound / std::sqrt(3 * 20'000.0));
  EXPECT_NEAR(values.square().mean().item<double>(), bound * bound / 3, 0.02 * bound * bound / 3);
}

}  // namespace
}  // namespace disgnn::nn
