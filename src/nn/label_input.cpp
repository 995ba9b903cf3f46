#include "nn/label_input.h"

#include <ATen/ATen.h>

#include "disgnn/graph/label_votes.h"
#include "disgnn/ops/leaky_slope.h"
#include "nn/own_graph.h"

namespace disgnn::nn {

LabelInput::LabelInput(const ModelConfig& config, const ParameterInit& init)
    : classes_(config.classes),
      votes_(register_buffer("votes", init.constant({config.nodes, 2 * config.classes}, 0))),
      map_(register_module(
          "map", std::make_shared<Affine>(2 * config.classes, config.hidden, init.scope("map")))) {}

void LabelInput::see(const PairIndex& edges, std::span<const std::int32_t> known_labels) {
  require_own_graph(nodes(), edges.nodes());
  std::vector<float> votes = label_votes(edges, known_labels, static_cast<std::int32_t>(classes_));
  votes_.copy_(at::from_blob(votes.data(), votes_.sizes(), at::kFloat));
}

at::Tensor LabelInput::forward() const {
  return at::leaky_relu(map_->forward(votes_), ops::kLeakySlope);
}

}  // namespace disgnn::nn
