#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "disgnn/graph/row_subset.h"
#include "disgnn/nn/affine.h"
#include "disgnn/nn/forward_mode.h"
#include "disgnn/nn/layer_output.h"
#include "disgnn/nn/model_config.h"
#include "disgnn/nn/module.h"
#include "disgnn/nn/node_input.h"
#include "disgnn/nn/param_group.h"

namespace disgnn::nn {

struct ModelOutput {
  /// [L] of models that score edges, unless only logits are wanted.
  std::vector<LayerOutput> layers;
  at::Tensor hidden;  ///< [N, encoder width], of the last layer after dropout
  at::Tensor logits;  ///< [N, K], unless only layers are wanted
  /// [N, K] of an auxiliary classifier inside the model, which learns from the training labels
  /// beside the classifier; undefined where there is none.
  at::Tensor auxiliary_logits;
};

/// An encoder of nodes and the 2-layer classifier all models share (paper, Eq. 4).
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
  /// Layers that logits_of can compute for less than all nodes.
  [[nodiscard]] virtual std::int64_t field_depth() const { return 0; }
  [[nodiscard]] virtual ParamGroup param_group_of(const std::string& /*parameter*/) const {
    return {};
  }
  /// Whether it has no value for single nodes of its graph, so that it can classify the nodes of
  /// another one.
  [[nodiscard]] virtual bool is_inductive() const { return true; }
  /// Logits [*, K] from hidden [*, encoder width].
  [[nodiscard]] at::Tensor classify(const at::Tensor& hidden) const;
  [[nodiscard]] const ModelConfig& config() const { return config_; }
  [[nodiscard]] std::int64_t encoder_width() const { return encoder_width_; }

 protected:
  NodeClassifier(ModelConfig config, std::int64_t encoder_width, const ParameterInit& init);
  /// The features as they enter the first layer, and what layer i hands on: after dropout.
  [[nodiscard]] NodeInput drop_input(const NodeInput& features, const ForwardMode& mode) const;
  [[nodiscard]] at::Tensor drop_hidden(const at::Tensor& hidden, std::size_t layer,
                                       const ForwardMode& mode) const;

 private:
  ModelConfig config_;
  std::int64_t encoder_width_;
  std::shared_ptr<Affine> classifier_hidden_;
  std::shared_ptr<Affine> classifier_output_;
};

/// By config.kind. Adding a baseline touches its own file and a line in config/model_registry.cpp.
std::shared_ptr<NodeClassifier> make_model(const ModelConfig& config, const ParameterInit& init);
/// disgnn first, then the baselines, then none.
std::vector<std::string> model_kinds();

}  // namespace disgnn::nn
