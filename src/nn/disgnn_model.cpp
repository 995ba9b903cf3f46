#include "disgnn/nn/disgnn_model.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "disgnn/core/error.h"
#include "disgnn/ops/dropout.h"
#include "disgnn/ops/leaky_slope.h"

namespace disgnn::nn {

DisGnnModel::DisGnnModel(const ModelConfig& config, std::uint64_t seed) : config_(config) {
  const ParameterInit init(seed);
  for (std::int64_t i = 0; i < config.layers; ++i) {
    const std::string name = fmt::format("layer{}", i);
    const LayerConfig layer{.sizes = {i == 0 ? config.features : config.hidden, config.channels,
                                      config.hidden, config.kernels, config.memory},
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

NodeInput DisGnnModel::entering(const NodeInput& features, const ForwardMode& mode) const {
  if (!mode.training) return features;
  return features.dropout(config_.input_dropout, mode.stream(RandomPurpose::kInputDropout, 0));
}

at::Tensor DisGnnModel::classify(const at::Tensor& hidden) const {
  return classifier_output_->forward(
      at::leaky_relu(classifier_hidden_->forward(hidden), ops::kLeakySlope));
}

ModelOutput DisGnnModel::forward(const NodeInput& features, const ops::PairIndexPtr& edges,
                                 const ForwardMode& mode) const {
  ModelOutput out;
  NodeInput h = entering(features, mode);
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    LayerOutput layer = layers_[i]->forward(h, edges, mode);
    out.hidden =
        ops::dropout(layer.hidden, mode.training ? config_.dropout : 0,
                     mode.stream(RandomPurpose::kHiddenDropout, static_cast<std::uint16_t>(i)));
    h = NodeInput(out.hidden);
    if (mode.wants_layers()) out.layers.push_back(std::move(layer));
  }
  if (mode.wants_logits()) out.logits = classify(out.hidden);
  return out;
}

at::Tensor DisGnnModel::logits_of(std::span<const NodeId> nodes, const ReceptiveField& field,
                                  const NodeInput& features, const ops::PairIndexPtr& edges,
                                  const ForwardMode& mode) const {
  DISGNN_ASSERT(field.size() == layers_.size());
  ForwardMode logits_only = mode;
  logits_only.wanted = ForwardMode::Wanted::kLogits;
  const bool whole = config_.kernels == ops::Kernels::kReference || field.back() == nullptr ||
                     !layers_.front()->is_row_wise();
  if (whole) return NodeInput(forward(features, edges, logits_only).logits).select(nodes).dense();
  NodeInput h = entering(features, mode);
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const double p = mode.training ? config_.dropout : 0;
    const RandomStream stream =
        mode.stream(RandomPurpose::kHiddenDropout, static_cast<std::uint16_t>(i));
    if (field[i] == nullptr) {
      h = NodeInput(ops::dropout(layers_[i]->forward(h, edges, logits_only).hidden, p, stream));
    } else {
      const at::Tensor hidden = layers_[i]->hidden_of(field[i], h, logits_only);
      h = NodeInput(ops::dropout(hidden, field[i]->nodes, p, stream));
    }
  }
  return classify(h.dense());
}

}  // namespace disgnn::nn
