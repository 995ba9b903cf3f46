#include "disgnn/nn/kernel_votes.h"

#include <ATen/ATen.h>

#include <numeric>

#include "disgnn/core/error.h"
#include "nn/kernel_ridge.h"
#include "nn/place_kernel.h"

namespace disgnn::nn {
namespace {

at::Tensor sum_of(const PlaceKernel::Parts& parts) {
  return parts.links + parts.structure;
}

}  // namespace

at::Tensor kernel_votes(const PairIndex& edges, std::span<const std::int32_t> known_labels,
                        std::int32_t classes) {
  DISGNN_ASSERT(static_cast<NodeId>(known_labels.size()) == edges.nodes());
  constexpr std::size_t kMostAnchors = 4096;
  constexpr NodeId kRowsAtOnce = 1024;
  at::Tensor votes = at::zeros({edges.nodes(), classes}, at::kFloat);
  const PlaceKernel kernel(edges, label_anchors(known_labels, kMostAnchors));
  const std::vector<NodeId>& anchors = kernel.anchors();
  if (anchors.empty()) return votes;
  std::vector<std::int32_t> labels;
  for (const NodeId v : anchors) labels.push_back(known_labels[v]);
  const KernelRidge ridge = fit_kernel_ridge(sum_of(kernel.rows(anchors)), labels, classes);
  for (NodeId first = 0; first < edges.nodes(); first += kRowsAtOnce) {
    std::vector<NodeId> nodes(std::min(kRowsAtOnce, edges.nodes() - first));
    std::iota(nodes.begin(), nodes.end(), first);
    votes.narrow(0, first, static_cast<std::int64_t>(nodes.size()))
        .copy_(at::mm(sum_of(kernel.rows(nodes)), ridge.dual));
  }
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    votes[anchors[i]].copy_(ridge.left_out[static_cast<std::int64_t>(i)]);
  }
  return votes;
}

}  // namespace disgnn::nn
