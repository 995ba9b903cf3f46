#pragma once

#include <ATen/ATen.h>

#include <cmath>

#include "disgnn/graph/graph.h"

namespace disgnn::testing {

/// Cosines of the neighbour lists in which u counts log(N / degree of u), [N, N].
inline at::Tensor plain_list_cosines(const Graph& graph, bool with_itself) {
  const NodeId nodes = graph.nodes();
  at::Tensor lists = at::zeros({nodes, nodes}, at::kDouble);
  for (NodeId v = 0; v < nodes; ++v) {
    for (const NodeId u : graph.neighbours(v)) {
      const auto loops = static_cast<double>(graph.neighbours(u).size());
      const double degree = with_itself ? loops : loops - 1;
      if (u != v || with_itself) lists[v][u] = std::log(static_cast<double>(nodes) / degree);
    }
  }
  const at::Tensor unit = lists / lists.norm(2, 1, /*keepdim=*/true).clamp_min(1e-12);
  const at::Tensor cosine = at::mm(unit, unit.t());
  return cosine.masked_fill(at::eye(nodes, at::kBool), 1);
}

}  // namespace disgnn::testing
