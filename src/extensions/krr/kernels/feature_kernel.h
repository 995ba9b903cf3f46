#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

#include "disgnn/nn/node_input.h"

namespace disgnn::nn {

/// How alike nodes are by their features, between all nodes and some landmarks. Each kernel is
/// double [T, A] for T nodes. Sparse features count as words do in tf-idf, x_vj log(N / nodes with
/// j), in rows of length 1; what is compared is the cosine. Dense ones have columns of mean 0 and
/// deviation 1 over the graph, and are compared by exp(-|a - b|^2 / (2 d)).
class FeatureKernel {
 public:
  /// Takes two dense tables of the features' size.
  FeatureKernel(const NodeInput& features, const ops::PairIndexPtr& edges,
                const std::vector<NodeId>& landmarks);
  /// Whether tables of these features are small enough to be made.
  [[nodiscard]] static bool fits(const NodeInput& features);

  /// Of the features themselves.
  [[nodiscard]] at::Tensor own(std::span<const NodeId> nodes) const;
  /// Of their means over two steps, S^2 x with S = D^-1/2 A D^-1/2.
  [[nodiscard]] at::Tensor around(std::span<const NodeId> nodes) const;

 private:
  struct Table {
    at::Tensor of_nodes;      // [N, d], float
    at::Tensor of_landmarks;  // [A, d]
  };
  [[nodiscard]] at::Tensor likeness(const Table& table, std::span<const NodeId> nodes) const;

  bool sparse_;
  Table own_;
  Table around_;
};

}  // namespace disgnn::nn
