#pragma once

#include <memory>
#include <vector>

#include "disgnn/nn/disentangled_layer.h"
#include "disgnn/nn/node_classifier.h"

namespace disgnn::nn {

class Beliefs;
class FarReach;
class InputEncoder;
class KernelOpinion;
class LabelInput;
class LabelSpreading;

/// Choices of ModelConfig::input.
const std::vector<std::string>& input_names();
/// Whether one of them has weights for each node that may be linked to.
bool reads_links(const std::string& input);

/// Encoder of L disentangled layers (paper, section "Model Architecture"), if asked for with an
/// input encoder before them, the outputs of all (jumping knowledge, Xu et al., ICML 2018) side by
/// side after them, what farther neighbours and known labels say, and first guesses of the classes
/// for the scores of the edges.
class DisGnnModel : public NodeClassifier {
 public:
  DisGnnModel(const ModelConfig& config, const ParameterInit& init);

  [[nodiscard]] ModelOutput forward(const NodeInput& features, const ops::PairIndexPtr& edges,
                                    const ForwardMode& mode) const override;
  /// Computed from the receptive field alone where the aggregator allows it.
  [[nodiscard]] at::Tensor logits_of(std::span<const NodeId> nodes, const ReceptiveField& field,
                                     const NodeInput& features, const ops::PairIndexPtr& edges,
                                     const ForwardMode& mode) const override;
  [[nodiscard]] std::int64_t field_depth() const override { return config().layers; }
  void see_labels(const NodeInput& features, const ops::PairIndexPtr& edges,
                  std::span<const std::int32_t> known_labels, const at::Tensor& class_weights,
                  const Meanwhile& meanwhile) override;
  /// After asking the regression of the known labels, if there is one.
  [[nodiscard]] at::Tensor standalone_probabilities(const at::Tensor& logits) const override;
  /// Spread along the links, if asked for.
  [[nodiscard]] at::Tensor after_listening(const at::Tensor& probabilities,
                                           const ops::PairIndexPtr& edges) const override;
  void leave_own_graph() override { elsewhere_ = true; }
  /// The few weights that have a meaning of their own, shares of steps and trust, do not decay, and
  /// first guesses learn faster than what reads them.
  [[nodiscard]] LearningRule rule_of(const std::string& parameter) const override;
  /// Whether the classifier reads the layer's output itself, not only what later layers make of it.
  [[nodiscard]] bool reads_layer(std::size_t i) const {
    return config().jump || i + 1 == layers_.size();
  }
  /// Logits [N, K] with edge weights A[E, C] in the place of those of a layer that the classifier
  /// reads, differentiable by them; later layers and all else stay as they were in an evaluation
  /// pass.
  [[nodiscard]] at::Tensor logits_given(const ModelOutput& output, std::size_t layer,
                                        const at::Tensor& weights) const;
  [[nodiscard]] const DisentangledLayer& layer(std::size_t i) const { return *layers_[i]; }

 private:
  /// What the first layer reads, dropout included.
  [[nodiscard]] NodeInput encoded(const NodeInput& features, const ops::PairIndexPtr& edges,
                                  const ForwardMode& mode) const;

  /// What the classifier reads beside the layers, [N, H] each; undefined where the model has none.
  struct SideInputs {
    at::Tensor far;
    at::Tensor votes;
  };
  [[nodiscard]] SideInputs side_inputs(const NodeInput& h, const ops::PairIndexPtr& edges) const;
  [[nodiscard]] SideInputs dropped(const SideInputs& sides, const ForwardMode& mode) const;
  /// Logits [N, K] without a gradient.
  [[nodiscard]] at::Tensor first_guess(const NodeInput& h, const SideInputs& sides) const;
  /// Logits [N, K] and the opinion on the nodes, where there is one.
  [[nodiscard]] at::Tensor consulted(const at::Tensor& logits) const;

  /// The last of `outputs` or all side by side, and the side inputs of the nodes, all if empty.
  [[nodiscard]] at::Tensor joined(std::vector<at::Tensor> outputs, const SideInputs& sides,
                                  std::span<const NodeId> nodes) const;

  std::shared_ptr<InputEncoder> input_;        // null: the features themselves
  std::shared_ptr<LabelInput> labels_;         // null: the classifier sees none
  std::shared_ptr<FarReach> reach_;            // null: nothing beyond the layers
  std::shared_ptr<Beliefs> beliefs_;           // null: scores go by h alone
  std::shared_ptr<KernelOpinion> opinion_;     // null: nobody is asked
  std::shared_ptr<LabelSpreading> spreading_;  // null: predictions stand alone
  bool elsewhere_ = false;                     // used on another graph than its own
  std::vector<std::shared_ptr<DisentangledLayer>> layers_;
};

}  // namespace disgnn::nn
