#pragma once

#include "disgnn/nn/affine.h"
#include "nn/propagation.h"

namespace disgnn::nn {

/// What a node's place in the graph says (graph/structure_features.h), through a small network:
///   LeakyReLU(s W_1 + b_1) W_2 + b_2
/// Two layers, since a class may lie anywhere between few and many links.
class StructureInput : public Module {
 public:
  StructureInput(std::int64_t hidden, const ParameterInit& init);
  /// [N, H]
  [[nodiscard]] at::Tensor forward(const ops::PairIndexPtr& edges) const;

 private:
  std::shared_ptr<Affine> inner_;
  std::shared_ptr<Affine> outer_;
  PerGraph<at::Tensor> features_;  // s[N, 7]
};

}  // namespace disgnn::nn
