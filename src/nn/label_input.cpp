#include "nn/label_input.h"

#include <ATen/ATen.h>

#include "disgnn/graph/label_votes.h"
#include "disgnn/ops/leaky_slope.h"
#include "nn/own_graph.h"

namespace disgnn::nn {

LabelInput::LabelInput(const ModelConfig& config, const ParameterInit& init)
    : classes_(config.classes),
      votes_(register_buffer("votes", init.constant({config.nodes, 3 * config.classes}, 0))),
      map_(register_module(
          "map", std::make_shared<Affine>(3 * config.classes, config.hidden, init.scope("map")))) {}

void LabelInput::see(const PairIndex& edges, std::span<const std::int32_t> known_labels,
                     const KernelVotes& regression) {
  require_own_graph(nodes(), edges.nodes());
  // To the size of the shares: a regression is shy where it has little to go by.
  constexpr double kKernelScale = 3;
  std::vector<float> shares = label_votes(edges, known_labels, static_cast<std::int32_t>(classes_));
  votes_.narrow(1, 0, 2 * classes_)
      .copy_(at::from_blob(shares.data(), {nodes(), 2 * classes_}, at::kFloat));
  votes_.narrow(1, 2 * classes_, classes_).copy_(kKernelScale * regression.of_nodes);
}

at::Tensor LabelInput::forward() const {
  return at::leaky_relu(map_->forward(votes_), ops::kLeakySlope);
}

}  // namespace disgnn::nn
