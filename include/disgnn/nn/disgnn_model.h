#pragma once

#include <string>
#include <vector>

#include "disgnn/nn/disentangled_layer.h"
#include "disgnn/nn/module.h"

namespace disgnn::nn {

struct ModelConfig {
  std::int64_t features = 0;  ///< d
  std::int64_t classes = 0;   ///< K
  std::int64_t channels = 4;  ///< C
  std::int64_t hidden = 64;   ///< H
  std::int64_t layers = 2;    ///< L
  std::string scorer = "mlp";
  std::string aggregator = "attention";
  double input_dropout = 0;
  double dropout = 0;  ///< on the output of every layer
  double edge_dropout = 0;
  ops::Kernels kernels = ops::Kernels::kFast;
  MemoryUse memory = MemoryUse::kNormal;
};

struct ModelOutput {
  std::vector<LayerOutput> layers;  ///< [L], unless only logits are wanted
  at::Tensor hidden;                ///< [N, H], of the last layer after dropout
  at::Tensor logits;                ///< [N, K], unless only layers are wanted
};

/// Encoder of L disentangled layers and a 2-layer classifier (paper, section "Model Architecture").
class DisGnnModel : public Module {
 public:
  DisGnnModel(const ModelConfig& config, std::uint64_t seed);

  [[nodiscard]] ModelOutput forward(const NodeInput& features, const ops::PairIndexPtr& edges,
                                    const ForwardMode& mode) const;
  /// Logits [T, K] of some nodes, computed from their receptive field in `edges` alone where the
  /// aggregator allows it.
  [[nodiscard]] at::Tensor logits_of(std::span<const NodeId> nodes, const ReceptiveField& field,
                                     const NodeInput& features, const ops::PairIndexPtr& edges,
                                     const ForwardMode& mode) const;
  /// Logits [*, K] from the last hidden layer [*, H].
  [[nodiscard]] at::Tensor classify(const at::Tensor& hidden) const;
  [[nodiscard]] const DisentangledLayer& layer(std::size_t i) const { return *layers_[i]; }
  [[nodiscard]] const ModelConfig& config() const { return config_; }

 private:
  /// The input of the first layer, and what it becomes on the way out of layer i.
  [[nodiscard]] NodeInput entering(const NodeInput& features, const ForwardMode& mode) const;

  ModelConfig config_;
  std::vector<std::shared_ptr<DisentangledLayer>> layers_;
  std::shared_ptr<Affine> classifier_hidden_;
  std::shared_ptr<Affine> classifier_output_;
};

}  // namespace disgnn::nn
