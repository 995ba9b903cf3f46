#include "disgnn/model/disgnn_model.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "disgnn/core/error.h"
#include "disgnn/ops/dropout.h"

namespace disgnn::nn {
namespace {

std::int64_t width_of(const ModelConfig& config, const ModelParts& parts) {
  const std::int64_t outputs = config.layers + (parts.input != nullptr ? 1 : 0);
  const auto readouts = static_cast<std::int64_t>(parts.readouts.size());
  return ((config.jumping_knowledge ? outputs : 1) + readouts) * config.hidden;
}

}  // namespace

DisGnnModel::DisGnnModel(const ModelConfig& config, const ParameterInit& init, ModelParts parts)
    : NodeClassifier(config, width_of(config, parts), init), parts_(std::move(parts)) {
  if (parts_.input != nullptr) register_module("input", parts_.input);
  for (const auto& [name, readout] : parts_.readouts) register_module(name, readout);
  if (parts_.edge_prior != nullptr) register_module("edge_prior", parts_.edge_prior);
  const std::int64_t first_width = parts_.input == nullptr ? config.features : config.hidden;
  for (std::int64_t i = 0; i < config.layers; ++i) {
    const std::string name = fmt::format("layer{}", i);
    const LayerConfig layer{.sizes = {i == 0 ? first_width : config.hidden, config.channels,
                                      config.hidden, config.kernels, config.memory},
                            .scorer = config.scorer,
                            .aggregator = config.aggregator,
                            .edge_norm = config.edge_norm,
                            .self_term = config.self_term,
                            .edge_prior = parts_.edge_prior != nullptr,
                            .edge_dropout = config.edge_dropout,
                            .position = static_cast<std::uint16_t>(i)};
    layers_.push_back(
        register_module(name, std::make_shared<DisentangledLayer>(layer, init.scope(name))));
  }
}

ParamGroup DisGnnModel::param_group_of(const std::string& parameter) const {
  const std::size_t dot = parameter.find('.');
  const std::string part = parameter.substr(0, dot);
  const std::string rest = dot == std::string::npos ? "" : parameter.substr(dot + 1);
  if (part == "input") return parts_.input->param_group_of(rest);
  if (part == "edge_prior") return parts_.edge_prior->param_group_of(rest);
  for (const auto& [name, readout] : parts_.readouts) {
    if (part == name) return readout->param_group_of(rest);
  }
  return {.weight_decay = rest != "prior_weight"};
}

bool DisGnnModel::is_inductive() const {
  bool inductive = parts_.input == nullptr || parts_.input->is_inductive();
  for (const auto& [name, readout] : parts_.readouts) inductive &= readout->is_inductive();
  return inductive && (parts_.edge_prior == nullptr || parts_.edge_prior->is_inductive());
}

NodeInput DisGnnModel::encode(const NodeInput& features, const ops::PairIndexPtr& edges,
                              const ForwardMode& mode) const {
  NodeInput h = drop_input(features, mode);
  if (parts_.input == nullptr) return h;
  return NodeInput(ops::dropout(parts_.input->encode(h, features, edges),
                                mode.training ? config().dropout : 0,
                                mode.stream(RandomPurpose::kInputDropout, 1)));
}

std::vector<at::Tensor> DisGnnModel::read_out(const NodeInput& h,
                                              const ops::PairIndexPtr& edges) const {
  std::vector<at::Tensor> readouts;
  for (const auto& [name, readout] : parts_.readouts) readouts.push_back(readout->read(h, edges));
  return readouts;
}

std::vector<at::Tensor> DisGnnModel::drop_out(std::vector<at::Tensor> readouts,
                                              const ForwardMode& mode) const {
  constexpr std::uint16_t kFirstStream = 3;  // after those of the features and of their encoding
  for (std::size_t i = 0; i < readouts.size(); ++i) {
    readouts[i] = ops::dropout(
        readouts[i], mode.training ? config().dropout : 0,
        mode.stream(RandomPurpose::kInputDropout, static_cast<std::uint16_t>(kFirstStream + i)));
  }
  return readouts;
}

at::Tensor DisGnnModel::join(std::vector<at::Tensor> outputs,
                             const std::vector<at::Tensor>& readouts) const {
  if (!config().jumping_knowledge) outputs.erase(outputs.begin(), outputs.end() - 1);
  outputs.insert(outputs.end(), readouts.begin(), readouts.end());
  return outputs.size() == 1 ? outputs.front() : at::cat(outputs, 1);
}

/// Eq. 2, layer by layer, and the function of Eq. 3 that the labels are learned with.
ModelOutput DisGnnModel::forward(const NodeInput& features, const ops::PairIndexPtr& edges,
                                 const ForwardMode& mode) const {
  ModelOutput out;
  NodeInput h = encode(features, edges, mode);
  const std::vector<at::Tensor> readouts = read_out(h, edges);
  const std::vector<at::Tensor> dropped = drop_out(readouts, mode);
  EdgePrior::Output prior;
  if (parts_.edge_prior != nullptr) {
    prior = parts_.edge_prior->evaluate(h, readouts, dropped, edges, mode);
    out.auxiliary_logits = prior.auxiliary_logits;
  }
  std::vector<at::Tensor> outputs;  // [N, H] each
  if (parts_.input != nullptr) outputs.push_back(h.dense());
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    LayerOutput layer = layers_[i]->forward(h, edges, mode, prior.evidence);
    outputs.push_back(drop_hidden(layer.hidden, i, mode));
    h = NodeInput(outputs.back());
    if (mode.wants_layers()) out.layers.push_back(std::move(layer));
  }
  out.hidden = join(std::move(outputs), dropped);
  if (mode.wants_logits()) out.logits = classify(out.hidden);
  return out;
}

at::Tensor DisGnnModel::logits_given(const ModelOutput& output, std::size_t layer,
                                     const at::Tensor& weights) const {
  DISGNN_ASSERT(reads_layer(layer));
  // What the classifier reads: outputs of the input encoder and of the layers, then readouts.
  const std::int64_t width = config().hidden;
  const std::size_t block =
      config().jumping_knowledge ? layer + (parts_.input != nullptr ? 1 : 0) : 0;
  const std::int64_t before = static_cast<std::int64_t>(block) * width;
  const std::int64_t after = before + width;
  return classify(at::cat({output.hidden.narrow(1, 0, before),
                           layers_[layer]->hidden_given(output.layers[layer], weights),
                           output.hidden.narrow(1, after, output.hidden.size(1) - after)},
                          1));
}

const DisGnnModel* as_disentangling(const NodeClassifier& model) {
  return dynamic_cast<const DisGnnModel*>(&model);
}

}  // namespace disgnn::nn
