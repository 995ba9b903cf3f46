#include "nn/input_encoder.h"

#include <ATen/ATen.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "disgnn/core/error.h"
#include "disgnn/nn/disgnn_model.h"
#include "disgnn/ops/leaky_slope.h"

namespace disgnn::nn {

InputEncoder::InputEncoder(const ModelConfig& config, const ParameterInit& init)
    : feature_(register_module("feature", std::make_shared<Affine>(config.features, config.hidden,
                                                                   init.scope("feature")))) {
  if (reads_links(config.input)) {
    links_ = register_module(
        "links", std::make_shared<LinkEmbedding>(config.nodes, config.hidden, init.scope("links")));
  }
  if (config.input == "structure" || config.input == "links+structure") {
    structure_ = register_module(
        "structure", std::make_shared<StructureInput>(config.hidden, init.scope("structure")));
  }
}

at::Tensor InputEncoder::forward(const NodeInput& features, const NodeInput& whole,
                                 const ops::PairIndexPtr& edges) const {
  at::Tensor x = feature_->forward(features);
  if (links_ != nullptr) x = x + links_->forward(edges);
  if (structure_ != nullptr) x = x + structure_->forward(whole, edges);
  return at::leaky_relu(x, ops::kLeakySlope);
}

std::shared_ptr<InputEncoder> make_input_encoder(const ModelConfig& config,
                                                 const ParameterInit& init) {
  if (std::ranges::find(input_names(), config.input) == input_names().end()) {
    throw usage_error(fmt::format("unknown input '{}'", config.input),
                      fmt::format("choose one of: {}", fmt::join(input_names(), ", ")));
  }
  if (config.input == "direct") return nullptr;
  return std::make_shared<InputEncoder>(config, init);
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
