#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "disgnn/graph/row_subset.h"
#include "disgnn/nn/affine.h"
#include "disgnn/nn/disentangled_layer.h"
#include "disgnn/nn/forward_mode.h"
#include "disgnn/nn/learning_rule.h"
#include "disgnn/nn/meanwhile.h"
#include "disgnn/nn/model_config.h"
#include "disgnn/nn/module.h"
#include "disgnn/nn/node_input.h"

namespace disgnn::nn {

struct ModelOutput {
  /// [L] of models that disentangle edges, unless only logits are wanted.
  std::vector<LayerOutput> layers;
  at::Tensor hidden;       ///< [N, encoder width], of the last layer after dropout
  at::Tensor logits;       ///< [N, K], unless only layers are wanted
  at::Tensor first_guess;  ///< logits [N, K] of models whose edge scores read beliefs
};

/// An encoder of nodes and the 2-layer classifier all models share (paper, section "Model
/// Architecture").
class NodeClassifier : public Module {
 public:
  [[nodiscard]] virtual ModelOutput forward(const NodeInput& features,
                                            const ops::PairIndexPtr& edges,
                                            const ForwardMode& mode) const = 0;
  /// Logits [T, K] of some nodes. `field` is their receptive field in `edges`, field_depth() deep.
  [[nodiscard]] virtual at::Tensor logits_of(std::span<const NodeId> nodes,
                                             const ReceptiveField& field, const NodeInput& features,
                                             const ops::PairIndexPtr& edges,
                                             const ForwardMode& mode) const;
  /// Tells the model, before it is trained, the labels it may know (others: -1) on its own graph,
  /// and how much classes count in the loss, [K]; undefined: all alike. Learning from them may take
  /// a minute.
  virtual void see_labels(const NodeInput& /*features*/, const ops::PairIndexPtr& /*edges*/,
                          std::span<const std::int32_t> /*known_labels*/,
                          const at::Tensor& /*class_weights*/, const Meanwhile& /*meanwhile*/) {}
  /// Layers that logits_of can compute for less than all nodes.
  [[nodiscard]] virtual std::int64_t field_depth() const { return 0; }
  [[nodiscard]] virtual LearningRule rule_of(const std::string& /*parameter*/) const { return {}; }
  /// Logits [*, K] from hidden [*, encoder width].
  [[nodiscard]] at::Tensor classify(const at::Tensor& hidden) const;
  /// Class probabilities [N, K] of all nodes of a graph, given their logits, each node by itself.
  [[nodiscard]] virtual at::Tensor standalone_probabilities(const at::Tensor& logits) const;
  /// These, after predictions of different nodes have listened to each other.
  [[nodiscard]] virtual at::Tensor after_listening(const at::Tensor& probabilities,
                                                   const ops::PairIndexPtr& edges) const;
  /// Tells the model that it is used on another graph than the one it was trained on: it leaves out
  /// what it knows about the nodes of that one.
  virtual void leave_own_graph() {}
  [[nodiscard]] const ModelConfig& config() const { return config_; }
  [[nodiscard]] std::int64_t encoder_width() const { return encoder_width_; }

 protected:
  NodeClassifier(ModelConfig config, std::int64_t encoder_width, const ParameterInit& init);
  /// The features as they enter the first layer, and what layer i hands on: after dropout.
  [[nodiscard]] NodeInput entering(const NodeInput& features, const ForwardMode& mode) const;
  [[nodiscard]] at::Tensor leaving(const at::Tensor& hidden, std::size_t layer,
                                   const ForwardMode& mode) const;

 private:
  ModelConfig config_;
  std::int64_t encoder_width_;
  std::shared_ptr<Affine> classifier_hidden_;
  std::shared_ptr<Affine> classifier_output_;
};

/// By config.kind. Adding a baseline touches its own file and a line in models.cpp.
std::shared_ptr<NodeClassifier> make_model(const ModelConfig& config, const ParameterInit& init);
/// disgnn first, then the baselines.
std::vector<std::string> model_kinds();

}  // namespace disgnn::nn
