#include "disgnn/nn/disgnn_model.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "disgnn/core/error.h"
#include "disgnn/ops/dropout.h"

namespace disgnn::nn {

DisGnnModel::DisGnnModel(const ModelConfig& config, const ParameterInit& init)
    : NodeClassifier(config, config.hidden, init) {
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
}

ModelOutput DisGnnModel::forward(const NodeInput& features, const ops::PairIndexPtr& edges,
                                 const ForwardMode& mode) const {
  ModelOutput out;
  NodeInput h = entering(features, mode);
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    LayerOutput layer = layers_[i]->forward(h, edges, mode);
    out.hidden = leaving(layer.hidden, i, mode);
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
  const bool whole = config().kernels == ops::Kernels::kReference || field.back() == nullptr ||
                     !layers_.front()->is_row_wise();
  if (whole) return NodeClassifier::logits_of(nodes, field, features, edges, mode);
  ForwardMode encoder_only = mode;
  encoder_only.wanted = ForwardMode::Wanted::kHidden;
  NodeInput h = entering(features, mode);
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    if (field[i] == nullptr) {
      h = NodeInput(leaving(layers_[i]->forward(h, edges, encoder_only).hidden, i, mode));
    } else {
      const at::Tensor hidden = layers_[i]->hidden_of(field[i], h, encoder_only);
      h = NodeInput(
          ops::dropout(hidden, field[i]->nodes, mode.training ? config().dropout : 0,
                       mode.stream(RandomPurpose::kHiddenDropout, static_cast<std::uint16_t>(i))));
    }
  }
  return classify(h.dense());
}

}  // namespace disgnn::nn
