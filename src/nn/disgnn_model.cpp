#include "disgnn/nn/disgnn_model.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <fmt/format.h>

#include "disgnn/core/error.h"
#include "disgnn/ops/dropout.h"
#include "nn/beliefs.h"
#include "nn/far_reach.h"
#include "nn/input_encoder.h"
#include "nn/kernel_opinion.h"
#include "nn/label_input.h"
#include "nn/label_spreading.h"
#include "nn/own_graph.h"
#include "ops/pair_index_tensors.h"

namespace disgnn::nn {
namespace {

bool has_input_encoder(const ModelConfig& config) {
  return config.input != "direct";
}

std::int64_t width_of(const ModelConfig& config) {
  const std::int64_t outputs = config.layers + (has_input_encoder(config) ? 1 : 0);
  const std::int64_t sides = (config.reach > 0 ? 1 : 0) + (config.label_votes ? 1 : 0);
  return ((config.jump ? outputs : 1) + sides) * config.hidden;
}

/// Agreement [E] with half of the entries at 0, others in every update, each direction of an edge
/// for itself. The guess knows the labels it has learned from, so on known edges it leaves nothing
/// to explain: scorers that always heard it would learn little. Pairs that are no edges, of which
/// no label is learned, are always heard.
at::Tensor half_unheard(const at::Tensor& agreement, const ForwardMode& mode) {
  constexpr double kUnheard = 0.5;
  // Not divided by the share that is heard: what is heard stays as large as in an evaluation.
  return ops::dropout(agreement, kUnheard, mode.stream(RandomPurpose::kUnheardBeliefs, 0)) *
         (1 - kUnheard);
}

}  // namespace

DisGnnModel::DisGnnModel(const ModelConfig& config, const ParameterInit& init)
    : NodeClassifier(config, width_of(config), init) {
  if (auto input = make_input_encoder(config, init.scope("input"))) {
    input_ = register_module("input", std::move(input));
  }
  if (config.label_votes) {
    labels_ = register_module("labels", std::make_shared<LabelInput>(config, init.scope("labels")));
  }
  const std::int64_t first_width = input_ == nullptr ? config.features : config.hidden;
  if (config.reach > 0) {
    reach_ = register_module("reach",
                             std::make_shared<FarReach>(config, first_width, init.scope("reach")));
  }
  if (config.beliefs) {
    beliefs_ = register_module(
        "beliefs", std::make_shared<Beliefs>(config, first_width, init.scope("beliefs")));
  }
  if (config.consult > 0) {
    opinion_ =
        register_module("opinion", std::make_shared<KernelOpinion>(config, init.scope("opinion")));
  }
  if (config.spread > 0) {
    spreading_ = register_module("spreading",
                                 std::make_shared<LabelSpreading>(config, init.scope("spreading")));
  }
  for (std::int64_t i = 0; i < config.layers; ++i) {
    const std::string name = fmt::format("layer{}", i);
    const LayerConfig layer{.sizes = {i == 0 ? first_width : config.hidden, config.channels,
                                      config.hidden, config.kernels, config.memory},
                            .scorer = config.scorer,
                            .aggregator = config.aggregator,
                            .edge_norm = config.edge_norm,
                            .self_term = config.self_term,
                            .beliefs = config.beliefs,
                            .edge_dropout = config.edge_dropout,
                            .position = static_cast<std::uint16_t>(i)};
    layers_.push_back(
        register_module(name, std::make_shared<DisentangledLayer>(layer, init.scope(name))));
  }
}

NodeInput DisGnnModel::encoded(const NodeInput& features, const ops::PairIndexPtr& edges,
                               const ForwardMode& mode) const {
  NodeInput h = entering(features, mode);
  if (input_ == nullptr) return h;
  return NodeInput(ops::dropout(input_->forward(h, features, edges),
                                mode.training ? config().dropout : 0,
                                mode.stream(RandomPurpose::kInputDropout, 1)));
}

void DisGnnModel::see_labels(const NodeInput& features, const ops::PairIndexPtr& edges,
                             std::span<const std::int32_t> known_labels,
                             const at::Tensor& class_weights, const Meanwhile& meanwhile) {
  if (labels_ != nullptr || opinion_ != nullptr) {
    const KernelVotes votes =
        kernel_votes(features, edges, known_labels, static_cast<std::int32_t>(config().classes),
                     class_weights, meanwhile);
    if (labels_ != nullptr) labels_->see(*edges, known_labels, votes);
    if (opinion_ != nullptr) opinion_->see(votes);
  }
  if (spreading_ != nullptr) spreading_->see(known_labels);
}

at::Tensor DisGnnModel::standalone_probabilities(const at::Tensor& logits) const {
  return NodeClassifier::standalone_probabilities(consulted(logits));
}

at::Tensor DisGnnModel::after_listening(const at::Tensor& probabilities,
                                        const ops::PairIndexPtr& edges) const {
  return spreading_ == nullptr ? probabilities : spreading_->forward(probabilities, edges);
}

LearningRule DisGnnModel::rule_of(const std::string& parameter) const {
  return {.pace = parameter.starts_with("beliefs.") ? Beliefs::kPace : 1,
          .decays = !parameter.ends_with(".gammas") && !parameter.ends_with(".trust")};
}

DisGnnModel::SideInputs DisGnnModel::side_inputs(const NodeInput& h,
                                                 const ops::PairIndexPtr& edges) const {
  return {.far = reach_ == nullptr ? at::Tensor() : reach_->forward(h, edges),
          .votes = labels_ == nullptr ? at::Tensor() : labels_->forward()};
}

DisGnnModel::SideInputs DisGnnModel::dropped(const SideInputs& sides,
                                             const ForwardMode& mode) const {
  SideInputs rest = sides;
  const double p = mode.training ? config().dropout : 0;
  if (sides.far.defined()) {
    rest.far = ops::dropout(sides.far, p, mode.stream(RandomPurpose::kInputDropout, 3));
  }
  if (sides.votes.defined()) {
    rest.votes = ops::dropout(sides.votes, p, mode.stream(RandomPurpose::kInputDropout, 2));
  }
  return rest;
}

at::Tensor DisGnnModel::first_guess(const NodeInput& h, const SideInputs& sides) const {
  const at::NoGradGuard no_gradients;
  return consulted(beliefs_->forward(h, sides.far, sides.votes));
}

at::Tensor DisGnnModel::consulted(const at::Tensor& logits) const {
  return opinion_ == nullptr || elsewhere_ ? logits : opinion_->forward(logits);
}

at::Tensor DisGnnModel::joined(std::vector<at::Tensor> outputs, const SideInputs& sides,
                               std::span<const NodeId> nodes) const {
  if (!config().jump) outputs.erase(outputs.begin(), outputs.end() - 1);
  for (const at::Tensor& side : {sides.far, sides.votes}) {
    if (!side.defined()) continue;
    outputs.push_back(nodes.empty() ? side : side.index_select(0, ops::index_tensor(nodes)));
  }
  return outputs.size() == 1 ? outputs.front() : at::cat(outputs, 1);
}

ModelOutput DisGnnModel::forward(const NodeInput& features, const ops::PairIndexPtr& edges,
                                 const ForwardMode& mode) const {
  if (labels_ != nullptr) require_own_graph(labels_->nodes(), edges->nodes());
  ModelOutput out;
  NodeInput h = encoded(features, edges, mode);
  const SideInputs sides = side_inputs(h, edges);
  const SideInputs read = dropped(sides, mode);
  ClassBeliefs beliefs;
  if (beliefs_ != nullptr) {
    const at::Tensor guess = first_guess(h, sides);
    beliefs.of_nodes = at::softmax(guess, 1);
    beliefs.of_edges = class_agreement(beliefs.of_nodes, edges, config().kernels);
    if (mode.training) beliefs.of_edges = half_unheard(beliefs.of_edges, mode);
    // To learn from, it is made once more, with dropout.
    const bool learns = mode.training && mode.wants_layers();
    out.first_guess = learns ? consulted(beliefs_->forward(h, read.far, read.votes)) : guess;
  }
  std::vector<at::Tensor> outputs;  // [N, H] each
  if (input_ != nullptr) outputs.push_back(h.dense());
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    LayerOutput layer = layers_[i]->forward(h, edges, mode, beliefs);
    outputs.push_back(leaving(layer.hidden, i, mode));
    h = NodeInput(outputs.back());
    if (mode.wants_layers()) out.layers.push_back(std::move(layer));
  }
  out.hidden = joined(std::move(outputs), read, {});
  if (mode.wants_logits()) out.logits = classify(out.hidden);
  return out;
}

at::Tensor DisGnnModel::logits_given(const ModelOutput& output, std::size_t layer,
                                     const at::Tensor& weights) const {
  DISGNN_ASSERT(reads_layer(layer));
  // What the classifier reads: outputs of the input encoder and of the layers, then side inputs.
  const std::int64_t width = config().hidden;
  const std::size_t block = config().jump ? layer + (input_ != nullptr ? 1 : 0) : 0;
  const std::int64_t before = static_cast<std::int64_t>(block) * width;
  const std::int64_t after = before + width;
  return classify(at::cat({output.hidden.narrow(1, 0, before),
                           layers_[layer]->hidden_given(output.layers[layer], weights),
                           output.hidden.narrow(1, after, output.hidden.size(1) - after)},
                          1));
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
  NodeInput h = encoded(features, edges, mode);
  const SideInputs sides = dropped(side_inputs(h, edges), mode);
  std::vector<at::Tensor> outputs;  // of the nodes that the latest layer computed
  if (input_ != nullptr) outputs.push_back(h.dense());
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    if (field[i] == nullptr) {
      h = NodeInput(leaving(layers_[i]->forward(h, edges, encoder_only).hidden, i, mode));
    } else {
      const at::Tensor hidden = layers_[i]->hidden_of(field[i], h, encoder_only);
      h = NodeInput(
          ops::dropout(hidden, field[i]->nodes, mode.training ? config().dropout : 0,
                       mode.stream(RandomPurpose::kHiddenDropout, static_cast<std::uint16_t>(i))));
      if (config().jump) {
        const at::Tensor positions = ops::index_tensor(field[i]->positions);
        for (at::Tensor& earlier : outputs) earlier = earlier.index_select(0, positions);
      }
    }
    outputs.push_back(h.dense());
  }
  return classify(joined(std::move(outputs), sides, nodes));
}

}  // namespace disgnn::nn
