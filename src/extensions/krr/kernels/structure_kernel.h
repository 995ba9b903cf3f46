#pragma once

#include <ATen/core/Tensor.h>

#include <span>
#include <vector>

#include "disgnn/nn/node_input.h"

namespace disgnn::nn {

inline constexpr double kStructureWidth = 8;

/// How alike nodes are by structure and volume s (structure/structure_columns.h), between all nodes
/// and some landmarks: exp(-|s_v - s_u|^2 / 8).
class StructureKernel {
 public:
  StructureKernel(const NodeInput& features, const ops::PairIndexPtr& edges,
                  std::vector<NodeId> landmarks);

  /// The same, but that the squared differences in a column count as much as its weight says, [9].
  [[nodiscard]] StructureKernel weighed(const at::Tensor& weights) const;

  /// Double [T, A].
  [[nodiscard]] at::Tensor of(std::span<const NodeId> nodes) const;
  /// s[N, 9], double, times the roots of the weights.
  [[nodiscard]] const at::Tensor& columns() const { return structure_; }

 private:
  [[nodiscard]] double of_pair(NodeId v, NodeId u) const;

  at::Tensor structure_;  // [N, 9], double
  std::vector<NodeId> landmarks_;
};

}  // namespace disgnn::nn
