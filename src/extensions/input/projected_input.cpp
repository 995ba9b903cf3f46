#include "extensions/input/projected_input.h"

#include <ATen/ATen.h>

#include "disgnn/ops/leaky_slope.h"

namespace disgnn::nn {

ProjectedInput::ProjectedInput(const ModelConfig& config, const ParameterInit& init)
    : feature_(register_module("feature", std::make_shared<Affine>(config.features, config.hidden,
                                                                   init.scope("feature")))) {
  const std::string& input = config.extensions.text("input");
  if (reads_links(input)) {
    links_ = register_module(
        "links", std::make_shared<LinkEmbedding>(config.nodes, config.hidden, init.scope("links")));
  }
  if (input == "structure" || input == "links+structure") {
    structure_ = register_module(
        "structure", std::make_shared<StructureInput>(config.hidden, init.scope("structure")));
  }
}

at::Tensor ProjectedInput::encode(const NodeInput& features, const NodeInput& whole,
                                  const ops::PairIndexPtr& edges) const {
  at::Tensor x = feature_->forward(features);
  if (links_ != nullptr) x = x + links_->forward(edges);
  if (structure_ != nullptr) x = x + structure_->forward(whole, edges);
  return at::leaky_relu(x, ops::kLeakySlope);
}

bool reads_links(const std::string& input) {
  return input == "links" || input == "links+structure";
}

const std::vector<std::string>& input_names() {
  static const std::vector<std::string> names{"direct", "project", "structure", "links",
                                              "links+structure"};
  return names;
}

}  // namespace disgnn::nn
