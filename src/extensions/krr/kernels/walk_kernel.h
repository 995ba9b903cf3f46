#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <limits>
#include <span>

#include "disgnn/ops/edge_reduce.h"

namespace disgnn::nn {

/// How alike nodes are by where short walks from them lead, between all nodes and some landmarks:
/// what DeepWalk's vectors stand for (Qiu et al., WSDM 2018), without squeezing it into few
/// dimensions. With P = D^-1 A, M entries, R = 10 steps and c_j entries in column j (j's degree
/// where A is symmetric),
///   l(v, j) = M / R  sum over r = 1..R of (P^r)_vj / c_j
/// says how much likelier a walk from v is to be at j than one from anywhere. Where edges have a
/// direction, walks go against it, from a node to those it receives from. Row v holds
/// log max(1, l(v, j)) for the contexts j, the nodes in the most entries; rows are compared by
/// their cosine.
class WalkKernel {
 public:
  WalkKernel(const ops::PairIndexPtr& edges, std::span<const NodeId> landmarks,
             std::int64_t most_contexts = std::numeric_limits<std::int64_t>::max());
  /// Whether the graph is small enough for rows of at least 256 contexts.
  [[nodiscard]] static bool fits(const PairIndex& edges);

  /// Double [T, A] for T nodes.
  [[nodiscard]] at::Tensor cosines(std::span<const NodeId> nodes) const;

 private:
  at::Tensor of_nodes_;      // [N, contexts], float, of length 1
  at::Tensor of_landmarks_;  // [A, contexts]
};

}  // namespace disgnn::nn
