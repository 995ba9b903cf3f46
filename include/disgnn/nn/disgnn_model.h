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
};

/// Channels 0 .. homo_channels-1 form the homo half, the rest the hetero half. Odd C gives the homo
/// half the smaller share.
constexpr std::int64_t homo_channels(std::int64_t channels) {
  return channels / 2;
}

struct ModelOutput {
  at::Tensor logits;                ///< [N, K]
  std::vector<LayerOutput> layers;  ///< [L]
};

/// Encoder of L disentangled layers and a 2-layer classifier (paper, section "Model Architecture").
class DisGnnModel : public Module {
 public:
  DisGnnModel(const ModelConfig& config, std::uint64_t seed);

  [[nodiscard]] ModelOutput forward(const NodeInput& features, const ops::PairIndexPtr& edges,
                                    const ForwardMode& mode) const;
  [[nodiscard]] const DisentangledLayer& layer(std::size_t i) const { return *layers_[i]; }
  [[nodiscard]] const ModelConfig& config() const { return config_; }

 private:
  ModelConfig config_;
  std::vector<std::shared_ptr<DisentangledLayer>> layers_;
  std::shared_ptr<Affine> classifier_hidden_;
  std::shared_ptr<Affine> classifier_output_;
};

}  // namespace disgnn::nn
