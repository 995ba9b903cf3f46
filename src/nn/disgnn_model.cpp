#include "disgnn/nn/disgnn_model.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "disgnn/ops/dropout.h"
#include "disgnn/ops/leaky_slope.h"

namespace disgnn::nn {

DisGnnModel::DisGnnModel(const ModelConfig& config, std::uint64_t seed) : config_(config) {
  const ParameterInit init(seed);
  for (std::int64_t i = 0; i < config.layers; ++i) {
    const std::string name = fmt::format("layer{}", i);
    const LayerConfig layer{.sizes = {i == 0 ? config.features : config.hidden, config.channels,
                                      config.hidden, config.kernels},
                            .scorer = config.scorer,
                            .aggregator = config.aggregator,
                            .edge_dropout = config.edge_dropout,
                            .position = static_cast<std::uint16_t>(i)};
    layers_.push_back(
        register_module(name, std::make_shared<DisentangledLayer>(layer, init.scope(name))));
  }
  classifier_hidden_ = register_module(
      "classifier_hidden",
      std::make_shared<Affine>(config.hidden, config.hidden, init.scope("classifier_hidden")));
  classifier_output_ = register_module(
      "classifier_output",
      std::make_shared<Affine>(config.hidden, config.classes, init.scope("classifier_output")));
}

ModelOutput DisGnnModel::forward(const NodeInput& features, const ops::PairIndexPtr& edges,
                                 const ForwardMode& mode) const {
  ModelOutput out;
  NodeInput h = features;
  if (mode.training) {
    h = h.dropout(config_.input_dropout, mode.stream(RandomPurpose::kInputDropout, 0));
  }
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    out.layers.push_back(layers_[i]->forward(h, edges, mode));
    at::Tensor hidden = out.layers.back().hidden;
    if (mode.training) {
      hidden =
          ops::dropout(hidden, config_.dropout,
                       mode.stream(RandomPurpose::kHiddenDropout, static_cast<std::uint16_t>(i)));
    }
    h = NodeInput(hidden);
    if (i + 1 == layers_.size()) {
      out.logits = classifier_output_->forward(
          at::leaky_relu(classifier_hidden_->forward(hidden), ops::kLeakySlope));
    }
  }
  return out;
}

}  // namespace disgnn::nn
