#pragma once

#include <ATen/core/Tensor.h>

#include <span>
#include <vector>

#include "disgnn/nn/node_input.h"

namespace disgnn::nn {

/// How alike nodes are by structure and volume s (nn/structure_columns.h), between all nodes and
/// some anchors: exp(-|s_v - s_u|^2 / 8).
class StructureKernel {
 public:
  StructureKernel(const NodeInput& features, const ops::PairIndexPtr& edges,
                  std::vector<NodeId> anchors);

  /// Double [T, A].
  [[nodiscard]] at::Tensor of(std::span<const NodeId> nodes) const;

 private:
  [[nodiscard]] double of_pair(NodeId v, NodeId u) const;

  at::Tensor structure_;  // [N, 9], double
  std::vector<NodeId> anchors_;
};

}  // namespace disgnn::nn
