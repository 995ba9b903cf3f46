#pragma once

#include <memory>
#include <vector>

#include "disgnn/nn/disentangled_layer.h"
#include "disgnn/nn/node_classifier.h"

namespace disgnn::nn {

class InputEncoder;

/// Encoder of L disentangled layers (paper, section "Model Architecture"), if asked for with an
/// input encoder before them and the outputs of all (jumping knowledge, Xu et al., ICML 2018) side
/// by side after them.
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
  [[nodiscard]] const DisentangledLayer& layer(std::size_t i) const { return *layers_[i]; }

 private:
  /// What the first layer reads, dropout included.
  [[nodiscard]] NodeInput encoded(const NodeInput& features, const ops::PairIndexPtr& edges,
                                  const ForwardMode& mode) const;

  std::shared_ptr<InputEncoder> input_;  // null: the features themselves
  std::vector<std::shared_ptr<DisentangledLayer>> layers_;
};

}  // namespace disgnn::nn
