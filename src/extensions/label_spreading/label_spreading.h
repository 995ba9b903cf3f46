#pragma once

#include "disgnn/nn/parameter_init.h"
#include "disgnn/nn/prediction_stage.h"
#include "nn/propagation.h"

namespace disgnn::nn {

/// Predictions that are smoothed along the links, after training (`--stage spreading`; label
/// spreading, Zhou et al., NIPS 2003, from the model's probabilities instead of zeros):
///   Q = (1 - a) sum over k of a^k S^k P,  S = D^-1/2 A D^-1/2 without self loops,
/// in which P[N, K] holds the model's probabilities and, for nodes whose label is known, that
/// label; rows are scaled to 1. A known label does not bear on what its own node is predicted:
/// such nodes keep the model's probabilities.
class LabelSpreading : public PredictionStage {
 public:
  static constexpr const char* kName = "spreading";

  LabelSpreading(const ModelConfig& config, const ParameterInit& init);
  [[nodiscard]] std::string name() const override { return kName; }
  void fit(const LabelledGraph& graph, const ProgressCallback& progress) override;
  [[nodiscard]] at::Tensor apply(const at::Tensor& probabilities,
                                 const ops::PairIndexPtr& edges) const override;

 private:
  ops::Kernels kernels_;
  at::Tensor labels_;  // [N], -1 = unknown; not trained
  at::Tensor shares_;  // [steps + 1] of the sum over k
  PerGraph<Propagation> links_;
};

}  // namespace disgnn::nn
