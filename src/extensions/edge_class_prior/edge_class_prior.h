#pragma once

#include "disgnn/model/ports.h"
#include "disgnn/nn/affine.h"
#include "disgnn/nn/model_config.h"

namespace disgnn::nn {

/// Edges scored by whether both ends seem to be of one class. A first guess of the nodes' classes,
/// q = softmax of a linear map of what is known before any layer (h and the readout features),
/// gives class_agreement(q_v, q_u) as evidence of the pair. The guess learns from the training
/// labels alone and teaches nothing but itself: what it reads gets no gradient from it. It starts
/// without evidence.
class EdgeClassPrior : public EdgePrior {
 public:
  /// Its learning rate as a multiple of the others': the best epoch may come after some forty
  /// updates, and by then edges should be scored by what is known, not by what has just begun.
  static constexpr double kLrScale = 4;

  EdgeClassPrior(const ModelConfig& config, std::int64_t width, std::size_t readouts,
                 const ParameterInit& init);
  [[nodiscard]] Output evaluate(const NodeInput& h, std::span<const at::Tensor> readouts,
                                std::span<const at::Tensor> dropped_readouts,
                                const ops::PairIndexPtr& edges,
                                const ForwardMode& mode) const override;
  [[nodiscard]] ParamGroup param_group_of(const std::string& /*parameter*/) const override {
    return {.lr_scale = kLrScale};
  }

 private:
  /// Logits [N, K] from h[N, width] and the readout features [N, H].
  [[nodiscard]] at::Tensor guess(const NodeInput& h, std::span<const at::Tensor> readouts) const;

  ops::Kernels kernels_;
  std::shared_ptr<Affine> of_own_;
  std::vector<std::shared_ptr<Affine>> of_readouts_;
};

}  // namespace disgnn::nn
