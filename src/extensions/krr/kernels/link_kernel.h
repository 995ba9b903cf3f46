#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <vector>

#include "disgnn/graph/link_similarity.h"

namespace disgnn::nn {

/// How alike nodes are by whom they link to (graph/link_similarity.h), between all nodes and some
/// landmarks.
class LinkKernel {
 public:
  LinkKernel(const PairIndex& edges, LinkSimilarity::Lists lists,
             std::span<const NodeId> landmarks);

  /// Cosines c[T, A] of the lists of these nodes and of the landmarks, double; 1 with itself.
  [[nodiscard]] at::Tensor cosines(std::span<const NodeId> nodes) const;
  /// c + c^4: nodes with much the same list count more than many with a little of it.
  [[nodiscard]] at::Tensor favouring_twins(std::span<const NodeId> nodes) const;
  /// c^64: next to nothing but for nodes with all but the same list.
  [[nodiscard]] at::Tensor twins_only(std::span<const NodeId> nodes) const;

 private:
  LinkSimilarity similarity_;
  std::int64_t landmarks_;              // how many
  std::vector<std::int64_t> position_;  // [N] among the landmarks, -1: none of them
  std::vector<char> is_landmark_;
};

}  // namespace disgnn::nn
