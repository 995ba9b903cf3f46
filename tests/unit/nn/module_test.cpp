#include "disgnn/nn/module.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "disgnn/model/disgnn_model.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

TEST(Module, ParametersShareMemoryWithTheModel) {
  DisGnnModel model({.features = 2, .classes = 2, .channels = 1, .hidden = 2, .layers = 1}, 1);
  const NodeInput h(random_tensor({4, 2}, 7));
  model.to(at::kDouble);
  const auto logits = [&] { return model.forward(h, path(4).index(), {}).logits; };
  EXPECT_EQ(logits().scalar_type(), at::kDouble);
  const at::Tensor before = logits();
  set_parameter(model, "classifier_output.bias", {1, 2});
  EXPECT_EQ(difference(logits() - before, tensor_of({1, 2, 1, 2, 1, 2, 1, 2}, {4, 2}), 1e-12), "");
}

}  // namespace
}  // namespace disgnn::nn
