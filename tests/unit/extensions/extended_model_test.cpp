#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "disgnn/model/disgnn_model.h"
#include "disgnn/model/extension.h"
#include "disgnn/ops/leaky_slope.h"
#include "support/gradient_check.h"
#include "support/plain_structure.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

// The model with an input encoder, far neighbours, self term and the outputs of all layers. The
// edge class prior has its own tests.

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

struct Extended {
  std::string input;
  MemoryUse memory;
};

class ExtendedModel : public ::testing::TestWithParam<Extended> {
 protected:
  ExtendedModel() : model_(config(), 1, make_parts(config(), 1)) {
    model_.to(at::kDouble);
    randomise_parameters(model_, 3);
  }

  static ModelConfig config() {
    ModelConfig config{.features = 3,
                       .classes = 2,
                       .channels = 3,
                       .hidden = 5,
                       .layers = 2,
                       .self_term = true,
                       .jumping_knowledge = true,
                       .input_dropout = 0.2,
                       .dropout = 0.3,
                       .edge_dropout = 0.2,
                       .nodes = 4,
                       .memory = GetParam().memory};
    config.extensions.set("input", GetParam().input);
    config.extensions.set("gpr-hops", std::int64_t{2});
    return config;
  }

  [[nodiscard]] at::Tensor parameter(const std::string& name) const {
    return find_tensor(model_.named_parameters(), name);
  }

  /// Two steps by dense matrices, [4, H].
  [[nodiscard]] at::Tensor far_neighbours(const at::Tensor& h) const {
    at::Tensor links = at::zeros({4, 4}, at::kDouble);
    for (NodeId v = 0; v < 4; ++v) {
      for (const NodeId u : graph_.neighbours(v)) links[v][u] = 1;
    }
    const at::Tensor scale = links.sum(1).rsqrt();
    const at::Tensor s = scale.unsqueeze(1) * links * scale;
    const at::Tensor x = at::mm(h, parameter("gpr.map.weight")) + parameter("gpr.map.bias");
    const at::Tensor gammas = parameter("gpr.gammas");
    return at::leaky_relu(
        gammas[0] * x + gammas[1] * at::mm(s, x) + gammas[2] * at::mm(s, at::mm(s, x)),
        ops::kLeakySlope);
  }

  const Graph graph_ = triangle_with_tail();
  const at::Tensor features_ = random_tensor({4, 3}, 7);
  DisGnnModel model_;
};

INSTANTIATE_TEST_SUITE_P(ByInput, ExtendedModel,
                         ::testing::Values(Extended{"direct", MemoryUse::kNormal},
                                           Extended{"project", MemoryUse::kNormal},
                                           Extended{"links", MemoryUse::kNormal},
                                           Extended{"structure", MemoryUse::kNormal},
                                           Extended{"links+structure", MemoryUse::kNormal},
                                           Extended{"direct", MemoryUse::kLean},
                                           Extended{"links", MemoryUse::kLean}),
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
  outputs.push_back(far_neighbours(outputs.size() == 3 ? outputs[0] : features_));
  // The normalised adjacency is kept as float.
  EXPECT_EQ(difference(out.hidden, at::cat(outputs, 1), 1e-6), "");
  EXPECT_EQ(out.hidden.size(1), model_.encoder_width());
}

TEST_P(ExtendedModel, HasTheRightGradients) {
  const at::Tensor cotangent = random_tensor({4, 2}, 8);
  const ForwardMode mode{.training = true, .seed = 1, .step = 4};
  EXPECT_EQ(gradient_difference(model_.named_parameters(),
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

TEST_P(ExtendedModel, FitsAnyGraphUnlessItReadsLinks) {
  EXPECT_EQ(model_.is_inductive(), !GetParam().input.starts_with("links"));
}

}  // namespace
}  // namespace disgnn::nn
