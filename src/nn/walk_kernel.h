#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

#include "disgnn/nn/node_input.h"

namespace disgnn::nn {

/// How alike nodes are by where short walks from them lead, between all nodes and some anchors:
/// what DeepWalk's vectors stand for (Qiu et al., WSDM 2018), without squeezing it into few
/// dimensions. With P = D^-1 A, M entries and T = 10 steps,
///   l(v, j) = M / T  sum over r = 1..T of (P^r)_vj / d_j
/// says how much likelier a walk from v is to be at j than one from anywhere. Row v holds
/// log max(1, l(v, j)) for the contexts j, the nodes with the most links; rows are compared by
/// their cosine.
class WalkKernel {
 public:
  WalkKernel(const ops::PairIndexPtr& edges, std::span<const NodeId> anchors);
  /// Whether the graph is small enough for rows of at least 256 contexts.
  [[nodiscard]] static bool fits(const PairIndex& edges);

  /// Double [T, A].
  [[nodiscard]] at::Tensor cosines(std::span<const NodeId> nodes) const;

 private:
  at::Tensor of_nodes_;    // [N, contexts], float, of length 1
  at::Tensor of_anchors_;  // [A, contexts]
};

}  // namespace disgnn::nn
