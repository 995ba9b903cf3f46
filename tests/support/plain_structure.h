#pragma once

#include <ATen/ATen.h>

#include <cmath>

#include "disgnn/graph/graph.h"
#include "disgnn/graph/structure_features.h"

namespace disgnn::testing {

/// What structure/structure_columns.h says of nodes with features x[N, d], by loops, double [N, 9].
inline at::Tensor plain_structure(const Graph& graph, const at::Tensor& x) {
  const NodeId nodes = graph.nodes();
  at::Tensor volume = at::zeros({nodes, 2}, at::kDouble);
  for (NodeId v = 0; v < nodes; ++v) {
    volume[v][0] = std::log(1 + x[v].abs().sum().item<double>());
  }
  for (NodeId v = 0; v < nodes; ++v) {
    double sum = 0;
    double count = 0;
    for (const NodeId u : graph.neighbours(v)) {
      if (u == v) continue;
      sum += volume[u][0].item<double>();
      count += 1;
    }
    volume[v][1] = count == 0 ? 0 : sum / count;
  }
  const at::Tensor standardised = (volume - volume.mean(0)) / volume.std(0, /*unbiased=*/false);
  return at::cat({at::tensor(structure_features(*graph.index()), at::kDouble)
                      .view({nodes, kStructureFeatures}),
                  standardised},
                 1);
}

}  // namespace disgnn::testing
