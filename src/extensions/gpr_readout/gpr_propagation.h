#pragma once

#include "disgnn/model/ports.h"
#include "disgnn/nn/affine.h"
#include "disgnn/nn/model_config.h"
#include "nn/propagation.h"

namespace disgnn::nn {

/// What plain neighbourhoods of up to R steps say, beside the channels, which look L steps far:
///   LeakyReLU(sum over k <= R of gamma_k S^k (h W + b)),  S = D^-1/2 A D^-1/2
/// The gammas start as those of personalised PageRank and are learned, as in GPR-GNN (Chien et al.,
/// ICLR 2021).
class GprPropagation : public ReadoutFeature {
 public:
  GprPropagation(const ModelConfig& config, std::int64_t width, const ParameterInit& init);
  /// [N, H] from h[N, width]
  [[nodiscard]] at::Tensor read(const NodeInput& h, const ops::PairIndexPtr& edges) const override;
  /// The shares of the steps have a meaning of their own and do not decay.
  [[nodiscard]] ParamGroup param_group_of(const std::string& parameter) const override {
    return {.weight_decay = parameter != "gammas"};
  }

 private:
  ops::Kernels kernels_;
  std::shared_ptr<Affine> map_;
  at::Tensor gammas_;  // [R + 1]
  PerGraph<Propagation> smooth_;
};

}  // namespace disgnn::nn
