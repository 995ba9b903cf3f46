#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

#include "disgnn/graph/link_similarity.h"
#include "disgnn/nn/node_input.h"

namespace disgnn::nn {

/// How alike nodes are by their place in the graph, between all nodes and some anchors. Each
/// kernel is double [T, A] for T nodes.
class PlaceKernel {
 public:
  PlaceKernel(const NodeInput& features, const ops::PairIndexPtr& edges,
              std::vector<NodeId> anchors);

  /// c + c^4, c: link similarity (graph/link_similarity.h)
  [[nodiscard]] at::Tensor links(std::span<const NodeId> nodes) const;
  /// Link similarity of nodes that count among their own neighbours.
  [[nodiscard]] at::Tensor near(std::span<const NodeId> nodes) const;
  /// exp(-|s_v - s_u|^2 / 8), s: structure and volume (nn/structure_columns.h)
  [[nodiscard]] at::Tensor structure(std::span<const NodeId> nodes) const;

 private:
  [[nodiscard]] double structural(NodeId v, NodeId u) const;
  /// Cosines of these nodes and the anchors; 1 with itself.
  [[nodiscard]] at::Tensor cosines(const LinkSimilarity& similarity,
                                   std::span<const NodeId> nodes) const;

  LinkSimilarity similarity_;
  LinkSimilarity near_;
  at::Tensor structure_;  // [N, 9], double
  std::vector<NodeId> anchors_;
  std::vector<std::int64_t> position_;  // among the anchors
  std::vector<char> is_anchor_;
};

/// The nodes with a known label (others: -1), ascending; of more than `most` a random part.
std::vector<NodeId> label_anchors(std::span<const std::int32_t> known_labels, std::size_t most);

}  // namespace disgnn::nn
