#pragma once

#include "disgnn/nn/affine.h"
#include "disgnn/nn/model_config.h"
#include "disgnn/ops/edge_reduce.h"

namespace disgnn::nn {

/// A first guess of the nodes' classes, q = softmax of a linear map of what is known before any
/// layer: h, what a far reach brings and what label votes say. Layers read it to score edges by
/// whether both ends seem to be of one class. It learns from the training labels alone and teaches
/// nothing but itself: what it reads gets no gradient from it. It starts without an opinion.
class Beliefs : public Module {
 public:
  /// Its learning rate as a multiple of the others': the best epoch may come after some forty
  /// updates, and by then edges should be scored by what is known, not by what has just begun.
  static constexpr double kPace = 4;

  Beliefs(const ModelConfig& config, std::int64_t width, const ParameterInit& init);
  /// Logits [N, K] from h[N, width] and, undefined where the model has none, far and votes [N, H].
  [[nodiscard]] at::Tensor forward(const NodeInput& h, const at::Tensor& far,
                                   const at::Tensor& votes) const;

 private:
  std::shared_ptr<Affine> of_own_;
  std::shared_ptr<Affine> of_far_;    // null: no far reach
  std::shared_ptr<Affine> of_votes_;  // null: no label votes
};

}  // namespace disgnn::nn
