#pragma once

#include <memory>
#include <vector>

#include "disgnn/model/disentangled_layer.h"
#include "disgnn/model/ports.h"
#include "disgnn/nn/node_classifier.h"

namespace disgnn::nn {

/// Encoder of L disentangled layers (paper, Eq. 2 and 3) before the classifier (Eq. 4):
///   h^0 = X, h^{l+1} = layer_l(h^l, A), logits = MLP(h^L)
/// With jumping knowledge (Xu et al., ICML 2018) the classifier reads [h^1 ; … ; h^L]. `parts` are
/// what others plug in (model/ports.h).
class DisGnnModel : public NodeClassifier {
 public:
  DisGnnModel(const ModelConfig& config, const ParameterInit& init, ModelParts parts = {});

  [[nodiscard]] ModelOutput forward(const NodeInput& features, const ops::PairIndexPtr& edges,
                                    const ForwardMode& mode) const override;
  /// Computed from the receptive field alone where the aggregator allows it (row_logits.cpp).
  [[nodiscard]] at::Tensor logits_of(std::span<const NodeId> nodes, const ReceptiveField& field,
                                     const NodeInput& features, const ops::PairIndexPtr& edges,
                                     const ForwardMode& mode) const override;
  [[nodiscard]] std::int64_t field_depth() const override { return config().layers; }
  [[nodiscard]] ParamGroup param_group_of(const std::string& parameter) const override;
  [[nodiscard]] bool is_inductive() const override;
  /// Whether the classifier reads the layer's output itself, not only what later layers make of it.
  [[nodiscard]] bool reads_layer(std::size_t i) const {
    return config().jumping_knowledge || i + 1 == layers_.size();
  }
  /// Logits [N, K] with edge weights A[E, C] in the place of those of a layer that the classifier
  /// reads, differentiable by them; later layers and all else stay as they were in an evaluation
  /// pass.
  [[nodiscard]] at::Tensor logits_given(const ModelOutput& output, std::size_t layer,
                                        const at::Tensor& weights) const;
  [[nodiscard]] const DisentangledLayer& layer(std::size_t i) const { return *layers_[i]; }

 private:
  /// What the first layer reads, dropout included.
  [[nodiscard]] NodeInput encode(const NodeInput& features, const ops::PairIndexPtr& edges,
                                 const ForwardMode& mode) const;
  /// Readout features [N, H] each, and the same after dropout.
  [[nodiscard]] std::vector<at::Tensor> read_out(const NodeInput& h,
                                                 const ops::PairIndexPtr& edges) const;
  [[nodiscard]] std::vector<at::Tensor> drop_out(std::vector<at::Tensor> readouts,
                                                 const ForwardMode& mode) const;
  /// What the classifier reads: the last of `outputs` or all side by side, then the readouts.
  [[nodiscard]] at::Tensor join(std::vector<at::Tensor> outputs,
                                const std::vector<at::Tensor>& readouts) const;

  ModelParts parts_;
  std::vector<std::shared_ptr<DisentangledLayer>> layers_;
};

/// The model as one that disentangles edges; null where it is another.
const DisGnnModel* as_disentangling(const NodeClassifier& model);

}  // namespace disgnn::nn
