#include "nn/place_kernel.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>

#include "disgnn/core/random.h"
#include "nn/structure_columns.h"

namespace disgnn::nn {

PlaceKernel::PlaceKernel(const NodeInput& features, const ops::PairIndexPtr& edges,
                         std::vector<NodeId> anchors)
    : similarity_(*edges),
      near_(*edges, LinkSimilarity::Lists::kWithNodeItself),
      structure_(StructureColumns().of(features, edges).contiguous()),
      anchors_(std::move(anchors)),
      position_(edges->nodes(), -1),
      is_anchor_(edges->nodes(), 0) {
  for (std::size_t i = 0; i < anchors_.size(); ++i) {
    position_[anchors_[i]] = static_cast<std::int64_t>(i);
    is_anchor_[anchors_[i]] = 1;
  }
}

at::Tensor PlaceKernel::links(std::span<const NodeId> nodes) const {
  const at::Tensor cosine = cosines(similarity_, nodes);
  return cosine + cosine.pow(4);
}

at::Tensor PlaceKernel::near(std::span<const NodeId> nodes) const {
  return cosines(near_, nodes);
}

at::Tensor PlaceKernel::structure(std::span<const NodeId> nodes) const {
  const auto count = static_cast<std::int64_t>(nodes.size());
  const auto width = static_cast<std::int64_t>(anchors_.size());
  at::Tensor result = at::empty({count, width}, at::kDouble);
  auto* const values = result.data_ptr<double>();
  at::parallel_for(0, count, 256, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      for (std::int64_t i = 0; i < width; ++i) {
        values[r * width + i] = structural(nodes[r], anchors_[i]);
      }
    }
  });
  return result;
}

at::Tensor PlaceKernel::cosines(const LinkSimilarity& similarity,
                                std::span<const NodeId> nodes) const {
  const auto count = static_cast<std::int64_t>(nodes.size());
  const auto width = static_cast<std::int64_t>(anchors_.size());
  at::Tensor result = at::zeros({count, width}, at::kDouble);
  auto* const values = result.data_ptr<double>();
  at::parallel_for(0, count, 256, [&](std::int64_t begin, std::int64_t end) {
    LinkSimilarity::Scratch scratch = similarity.scratch();
    for (std::int64_t r = begin; r < end; ++r) {
      const NodeId v = nodes[r];
      for (const auto& [u, cosine] : similarity.similar_to(v, is_anchor_, scratch)) {
        values[r * width + position_[u]] = cosine;
      }
      // It is as similar to itself as can be.
      if (position_[v] >= 0) values[r * width + position_[v]] = 1;
    }
  });
  return result;
}

double PlaceKernel::structural(NodeId v, NodeId u) const {
  const double* const a = structure_.data_ptr<double>() + v * kStructureColumns;
  const double* const b = structure_.data_ptr<double>() + u * kStructureColumns;
  double squares = 0;
  for (std::int64_t k = 0; k < kStructureColumns; ++k) squares += (a[k] - b[k]) * (a[k] - b[k]);
  return std::exp(-squares / 8);
}

std::vector<NodeId> label_anchors(std::span<const std::int32_t> known_labels, std::size_t most) {
  std::vector<NodeId> anchors;
  for (std::size_t v = 0; v < known_labels.size(); ++v) {
    if (known_labels[v] >= 0) anchors.push_back(static_cast<NodeId>(v));
  }
  if (anchors.size() <= most) return anchors;
  RandomStream(0, RandomPurpose::kLabelAnchors).shuffle(std::span(anchors));
  anchors.resize(most);
  std::ranges::sort(anchors);
  return anchors;
}

}  // namespace disgnn::nn
