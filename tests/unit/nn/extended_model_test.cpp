#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "disgnn/graph/label_votes.h"
#include "disgnn/nn/disgnn_model.h"
#include "disgnn/nn/kernel_votes.h"
#include "disgnn/ops/leaky_slope.h"
#include "support/gradient_check.h"
#include "support/plain_structure.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

// What goes beyond the paper's encoder: input encoder, self term, outputs of all layers, far
// neighbours, labels. Beliefs have their own tests.

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

struct Extension {
  std::string input;
  MemoryUse memory;
};

class ExtendedModel : public ::testing::TestWithParam<Extension> {
 protected:
  ExtendedModel()
      : model_({.features = 3,
                .classes = 2,
                .channels = 3,
                .hidden = 5,
                .layers = 2,
                .input = GetParam().input,
                .self_term = true,
                .jump = true,
                .label_votes = true,
                .reach = 2,
                .input_dropout = 0.2,
                .dropout = 0.3,
                .edge_dropout = 0.2,
                .nodes = 4,
                .memory = GetParam().memory},
               1) {
    model_.to(at::kDouble);
    randomise_parameters(model_, 3);
    model_.see_labels(NodeInput(features_), graph_.index(), std::vector<std::int32_t>{0, 1, -1, 0},
                      {}, {});
  }

  [[nodiscard]] at::Tensor parameter(const std::string& name) const {
    return find_tensor(model_.named_parameters(), name);
  }

  /// Two steps by dense matrices, [4, H].
  [[nodiscard]] at::Tensor far_reach(const at::Tensor& h) const {
    at::Tensor links = at::zeros({4, 4}, at::kDouble);
    for (NodeId v = 0; v < 4; ++v) {
      for (const NodeId u : graph_.neighbours(v)) links[v][u] = 1;
    }
    const at::Tensor scale = links.sum(1).rsqrt();
    const at::Tensor s = scale.unsqueeze(1) * links * scale;
    const at::Tensor x = at::mm(h, parameter("reach.map.weight")) + parameter("reach.map.bias");
    const at::Tensor gammas = parameter("reach.gammas");
    return at::leaky_relu(
        gammas[0] * x + gammas[1] * at::mm(s, x) + gammas[2] * at::mm(s, at::mm(s, x)),
        ops::kLeakySlope);
  }

  const Graph graph_ = triangle_with_tail();
  const at::Tensor features_ = random_tensor({4, 3}, 7);
  DisGnnModel model_;
};

INSTANTIATE_TEST_SUITE_P(ByInput, ExtendedModel,
                         ::testing::Values(Extension{"direct", MemoryUse::kNormal},
                                           Extension{"project", MemoryUse::kNormal},
                                           Extension{"links", MemoryUse::kNormal},
                                           Extension{"structure", MemoryUse::kNormal},
                                           Extension{"links+structure", MemoryUse::kNormal},
                                           Extension{"direct", MemoryUse::kLean},
                                           Extension{"links", MemoryUse::kLean}),
                         [](const auto& info) {
                           std::string name = info.param.input;
                           std::ranges::replace(name, '+', '_');
                           return name + (info.param.memory == MemoryUse::kLean ? "_lean" : "");
                         });

TEST_P(ExtendedModel, AddsANodesOwnShareAndKeepsAllOutputs) {
  const ModelOutput out = model_.forward(NodeInput(features_), graph_.index(), {});
  at::Tensor h = features_;
  std::vector<at::Tensor> outputs;
  if (GetParam().input != "direct") {
    h = at::mm(h, parameter("input.feature.weight")) + parameter("input.feature.bias");
    if (GetParam().input.starts_with("links")) {
      at::Tensor links = at::zeros({4, 4}, at::kDouble);
      for (NodeId v = 0; v < 4; ++v) {
        for (const NodeId u : graph_.neighbours(v)) links[v][u] = u == v ? 0 : 1;
      }
      h = h + at::mm(links, parameter("input.links.node_weight")) +
          parameter("input.links.node_bias");
    }
    if (GetParam().input.ends_with("structure")) {
      const at::Tensor s = plain_structure(graph_, features_);
      const at::Tensor inner = at::leaky_relu(at::mm(s, parameter("input.structure.inner.weight")) +
                                                  parameter("input.structure.inner.bias"),
                                              ops::kLeakySlope);
      h = h + at::mm(inner, parameter("input.structure.outer.weight")) +
          parameter("input.structure.outer.bias");
    }
    h = at::leaky_relu(h, ops::kLeakySlope);
    outputs.push_back(h);
  }
  for (const std::size_t i : {0, 1}) {
    const std::string layer = "layer" + std::to_string(i) + ".";
    const at::Tensor messages =
        model_.layer(i).messages(out.layers[i], NodeInput(h), {0, model_.config().channels});
    h = at::leaky_relu(at::mm(messages.flatten(1), parameter(layer + "fuse.weight")) +
                           parameter(layer + "fuse.bias") +
                           at::mm(h, parameter(layer + "self_weight")),
                       ops::kLeakySlope);
    outputs.push_back(h);
  }
  outputs.push_back(far_reach(outputs.size() == 3 ? outputs[0] : features_));
  const std::vector<std::int32_t> labels{0, 1, -1, 0};
  const at::Tensor shares = at::tensor(label_votes(*graph_.index(), labels, 2), at::kDouble);
  const at::Tensor of_kernel =
      kernel_votes(NodeInput(features_), graph_.index(), labels, 2).of_nodes;
  const at::Tensor of_labels = at::cat({shares.view({4, 4}), (3 * of_kernel).to(at::kDouble)}, 1);
  outputs.push_back(at::leaky_relu(
      at::mm(of_labels, parameter("labels.map.weight")) + parameter("labels.map.bias"),
      ops::kLeakySlope));
  // The normalised adjacency is kept as float.
  EXPECT_EQ(difference(out.hidden, at::cat(outputs, 1), 1e-6), "");
  EXPECT_EQ(out.hidden.size(1), model_.encoder_width());
}

TEST_P(ExtendedModel, HasTheRightGradients) {
  const at::Tensor cotangent = random_tensor({4, 2}, 8);
  const ForwardMode mode{.training = true, .seed = 1, .step = 4};
  NamedTensors trained = model_.named_parameters();
  std::erase_if(trained, [](const auto& named) { return !named.second.requires_grad(); });
  EXPECT_EQ(gradient_difference(trained,
                                [&] {
                                  const auto out =
                                      model_.forward(NodeInput(features_), graph_.index(), mode);
                                  return (out.logits * cotangent).sum();
                                }),
            "");
}

TEST_P(ExtendedModel, GivesSomeNodesTheLogitsTheyHaveAmongAll) {
  const ForwardMode mode{.training = true, .seed = 4, .step = 2};
  const NodeInput h(features_);
  // Node 3 hangs on node 2: the first layer computes two nodes, the second one.
  const std::vector<NodeId> nodes{3};
  const ReceptiveField field = receptive_field(*graph_.index(), nodes, model_.field_depth());
  EXPECT_EQ(difference(model_.logits_of(nodes, field, h, graph_.index(), mode),
                       model_.forward(h, graph_.index(), mode).logits.narrow(0, 3, 1), 1e-12),
            "");
}

}  // namespace
}  // namespace disgnn::nn
