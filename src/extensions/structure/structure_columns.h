#pragma once

#include <ATen/core/Tensor.h>

#include <optional>

#include "disgnn/graph/structure_features.h"
#include "disgnn/nn/node_input.h"
#include "nn/propagation.h"

namespace disgnn::nn {

/// Columns of a node's structure: those of graph/structure_features.h, then its volume and the mean
/// of it over its neighbours. The volume is log(1 + sum of |x_vj| over j), so how many words a page
/// has, whatever they are: a layer that drops words at random cannot see it well. Every column has
/// mean 0 and standard deviation 1 over the graph; one that is the same for all nodes is 0.
inline constexpr std::int64_t kStructureColumns = kStructureFeatures + 2;

class StructureColumns {
 public:
  /// s[N, 9], double, for features x[N, d]; kept for as long as graph and features stay the same.
  [[nodiscard]] at::Tensor of(const NodeInput& features, const ops::PairIndexPtr& edges) const;

 private:
  struct OfGraph {
    at::Tensor columns;  // [N, 7], double
    Propagation mean_around;
  };
  PerGraph<OfGraph> of_graph_;
  mutable std::optional<NodeInput> features_;  // those of columns_, and whose graph
  mutable ops::PairIndexPtr edges_;
  mutable at::Tensor columns_;
};

}  // namespace disgnn::nn
