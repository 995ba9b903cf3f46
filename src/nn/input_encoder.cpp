#include "nn/input_encoder.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "disgnn/core/error.h"
#include "disgnn/ops/leaky_slope.h"

namespace disgnn::nn {

InputEncoder::InputEncoder(const ModelConfig& config, const ParameterInit& init)
    : feature_(register_module("feature", std::make_shared<Affine>(config.features, config.hidden,
                                                                   init.scope("feature")))) {
  if (config.input != "links") return;
  links_ = register_module(
      "links", std::make_shared<LinkEmbedding>(config.nodes, config.hidden, init.scope("links")));
}

at::Tensor InputEncoder::forward(const NodeInput& features, const ops::PairIndexPtr& edges) const {
  at::Tensor x = feature_->forward(features);
  if (links_ != nullptr) x = x + links_->forward(edges);
  return at::leaky_relu(x, ops::kLeakySlope);
}

std::shared_ptr<InputEncoder> make_input_encoder(const ModelConfig& config,
                                                 const ParameterInit& init) {
  if (config.input == "direct") return nullptr;
  if (config.input == "project" || config.input == "links") {
    return std::make_shared<InputEncoder>(config, init);
  }
  throw usage_error(fmt::format("unknown input '{}'", config.input),
                    "choose one of: direct, project, links");
}

}  // namespace disgnn::nn
