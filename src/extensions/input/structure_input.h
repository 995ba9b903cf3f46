#pragma once

#include "disgnn/nn/affine.h"
#include "extensions/structure/structure_columns.h"

namespace disgnn::nn {

/// What a node's place in the graph and the volume of its features say
/// (structure/structure_columns.h), through a small network:
///   LeakyReLU(s W_1 + b_1) W_2 + b_2
/// Two layers, since a class may lie anywhere between few and many links.
class StructureInput : public Module {
 public:
  StructureInput(std::int64_t hidden, const ParameterInit& init);
  /// [N, H]
  [[nodiscard]] at::Tensor forward(const NodeInput& features, const ops::PairIndexPtr& edges) const;

 private:
  std::shared_ptr<Affine> inner_;
  std::shared_ptr<Affine> outer_;
  StructureColumns columns_;
};

}  // namespace disgnn::nn
