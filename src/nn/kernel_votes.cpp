#include "disgnn/nn/kernel_votes.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <vector>

#include "disgnn/core/error.h"
#include "nn/feature_kernel.h"
#include "nn/kernel_choice.h"
#include "nn/kernel_ridge.h"
#include "nn/label_anchors.h"
#include "nn/link_kernel.h"
#include "nn/structure_kernel.h"
#include "nn/walk_kernel.h"

namespace disgnn::nn {
namespace {

/// Of these nodes and the anchors, double [T, A].
using Kernel = std::function<at::Tensor(std::span<const NodeId> nodes)>;

/// Links, structure and, where their tables are not too large, walks and features.
std::vector<Kernel> kernels_for(const NodeInput& features, const ops::PairIndexPtr& edges,
                                const std::vector<NodeId>& anchors) {
  using Lists = LinkSimilarity::Lists;
  using Nodes = std::span<const NodeId>;
  std::vector<Kernel> kernels;
  kernels.emplace_back([links = LinkKernel(*edges, Lists::kOthersOnly, anchors)](Nodes nodes) {
    return links.favouring_twins(nodes);
  });
  // A node on its own list is like its neighbours, too.
  kernels.emplace_back([near = LinkKernel(*edges, Lists::kWithNodeItself, anchors)](Nodes nodes) {
    return near.cosines(nodes);
  });
  kernels.emplace_back([structure = StructureKernel(features, edges, anchors)](Nodes nodes) {
    return structure.of(nodes);
  });
  if (WalkKernel::fits(*edges)) {
    kernels.emplace_back(
        [walks = WalkKernel(edges, anchors)](Nodes nodes) { return walks.cosines(nodes); });
  }
  if (FeatureKernel::fits(features)) {
    const auto of_features = std::make_shared<const FeatureKernel>(features, edges, anchors);
    kernels.emplace_back([of_features](Nodes nodes) { return of_features->own(nodes); });
    kernels.emplace_back([of_features](Nodes nodes) { return of_features->around(nodes); });
  }
  return kernels;
}

at::Tensor sum_of(std::span<const Kernel> kernels, std::span<const std::size_t> parts,
                  std::span<const NodeId> nodes) {
  at::Tensor total = kernels[parts.front()](nodes);
  for (const std::size_t k : parts.subspan(1)) total += kernels[k](nodes);
  return total;
}

/// On all anchors: fewer would ask for smoother kernels than the regression needs. It takes dozens
/// of regressions of full size, for which single precision will do.
KernelChoice choice_among(std::span<const Kernel> kernels, std::span<const NodeId> anchors,
                          const ClassLabels& labels) {
  std::vector<at::Tensor> grams;
  grams.reserve(kernels.size());
  for (const Kernel& kernel : kernels) grams.push_back(kernel(anchors).to(at::kFloat));
  return choose_kernels(grams, labels);
}

}  // namespace

KernelVotes kernel_votes(const NodeInput& features, const ops::PairIndexPtr& edges,
                         std::span<const std::int32_t> known_labels, std::int32_t classes,
                         const at::Tensor& class_weights) {
  DISGNN_ASSERT(static_cast<NodeId>(known_labels.size()) == edges->nodes());
  constexpr std::size_t kMostAnchors = 4096;
  constexpr NodeId kRowsAtOnce = 1024;
  KernelVotes result{at::zeros({edges->nodes(), classes}, at::kFloat)};
  at::Tensor& votes = result.of_nodes;
  const std::vector<NodeId> anchors = label_anchors(known_labels, kMostAnchors);
  if (anchors.empty()) return result;
  const std::vector<Kernel> kernels = kernels_for(features, edges, anchors);
  std::vector<std::int32_t> of_anchors;
  of_anchors.reserve(anchors.size());
  for (const NodeId v : anchors) of_anchors.push_back(known_labels[v]);
  const ClassLabels labels{of_anchors, classes, class_weights};
  const KernelChoice choice = choice_among(kernels, anchors, labels);
  if (choice.parts.empty()) return result;
  const KernelRidge ridge =
      fit_kernel_ridge(sum_of(kernels, choice.parts, anchors), labels, choice.ridge);
  for (NodeId first = 0; first < edges->nodes(); first += kRowsAtOnce) {
    std::vector<NodeId> nodes(std::min(kRowsAtOnce, edges->nodes() - first));
    std::iota(nodes.begin(), nodes.end(), first);
    votes.narrow(0, first, static_cast<std::int64_t>(nodes.size()))
        .copy_(at::mm(sum_of(kernels, choice.parts, nodes), ridge.dual));
  }
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    votes[anchors[i]].copy_(ridge.left_out[static_cast<std::int64_t>(i)]);
  }
  result.scale = choice.scale;
  return result;
}

}  // namespace disgnn::nn
