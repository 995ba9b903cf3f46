#include "disgnn/nn/kernel_votes.h"

#include <ATen/ATen.h>

#include <numeric>
#include <optional>

#include "disgnn/core/error.h"
#include "nn/feature_kernel.h"
#include "nn/kernel_choice.h"
#include "nn/kernel_ridge.h"
#include "nn/label_anchors.h"
#include "nn/link_kernel.h"
#include "nn/structure_kernel.h"

namespace disgnn::nn {
namespace {

/// Links, structure and, where their table is not too large, features.
class AllKernels {
 public:
  AllKernels(const NodeInput& features, const ops::PairIndexPtr& edges,
             const std::vector<NodeId>& anchors)
      : links_(*edges, LinkSimilarity::Lists::kOthersOnly, anchors),
        near_(*edges, LinkSimilarity::Lists::kWithNodeItself, anchors),
        structure_(features, edges, anchors) {
    if (FeatureKernel::fits(features)) features_.emplace(features, edges, anchors);
  }

  [[nodiscard]] std::size_t count() const { return features_.has_value() ? 5 : 3; }
  /// One of them, of these nodes and the anchors, double [T, A].
  [[nodiscard]] at::Tensor part(std::size_t k, std::span<const NodeId> nodes) const {
    switch (k) {
      case 0:
        return links_.favouring_twins(nodes);
      case 1:
        return near_.cosines(nodes);
      case 2:
        return structure_.of(nodes);
      case 3:
        return features_->own(nodes);
      default:
        return features_->around(nodes);
    }
  }
  [[nodiscard]] at::Tensor sum(std::span<const std::size_t> parts,
                               std::span<const NodeId> nodes) const {
    at::Tensor total = part(parts.front(), nodes);
    for (const std::size_t k : parts.subspan(1)) total += part(k, nodes);
    return total;
  }

 private:
  LinkKernel links_;
  LinkKernel near_;  // a node on its own list is like its neighbours, too
  StructureKernel structure_;
  std::optional<FeatureKernel> features_;
};

/// A choice made on some of the anchors, from all over the graph: with all of them it would take a
/// hundred regressions of full size.
KernelChoice choice_among(const AllKernels& kernels, std::span<const NodeId> anchors,
                          std::span<const std::int32_t> labels, std::int64_t classes) {
  constexpr std::size_t kMost = 1024;
  const std::size_t step = (labels.size() + kMost - 1) / kMost;
  std::vector<std::int64_t> positions;
  std::vector<std::int32_t> some;
  for (std::size_t i = 0; i < labels.size(); i += step) {
    positions.push_back(static_cast<std::int64_t>(i));
    some.push_back(labels[i]);
  }
  const at::Tensor chosen = at::tensor(positions);
  std::vector<at::Tensor> grams;
  for (std::size_t k = 0; k < kernels.count(); ++k) {
    grams.push_back(kernels.part(k, anchors).index_select(0, chosen).index_select(1, chosen));
  }
  return choose_kernels(grams, some, classes);
}

}  // namespace

KernelVotes kernel_votes(const NodeInput& features, const ops::PairIndexPtr& edges,
                         std::span<const std::int32_t> known_labels, std::int32_t classes) {
  DISGNN_ASSERT(static_cast<NodeId>(known_labels.size()) == edges->nodes());
  constexpr std::size_t kMostAnchors = 4096;
  constexpr NodeId kRowsAtOnce = 1024;
  KernelVotes result{at::zeros({edges->nodes(), classes}, at::kFloat)};
  at::Tensor& votes = result.of_nodes;
  const std::vector<NodeId> anchors = label_anchors(known_labels, kMostAnchors);
  if (anchors.empty()) return result;
  const AllKernels kernels(features, edges, anchors);
  std::vector<std::int32_t> labels;
  labels.reserve(anchors.size());
  for (const NodeId v : anchors) labels.push_back(known_labels[v]);
  const KernelChoice choice = choice_among(kernels, anchors, labels, classes);
  if (choice.parts.empty()) return result;
  const KernelRidge ridge =
      fit_kernel_ridge(kernels.sum(choice.parts, anchors), labels, classes, choice.ridge);
  for (NodeId first = 0; first < edges->nodes(); first += kRowsAtOnce) {
    std::vector<NodeId> nodes(std::min(kRowsAtOnce, edges->nodes() - first));
    std::iota(nodes.begin(), nodes.end(), first);
    votes.narrow(0, first, static_cast<std::int64_t>(nodes.size()))
        .copy_(at::mm(kernels.sum(choice.parts, nodes), ridge.dual));
  }
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    votes[anchors[i]].copy_(ridge.left_out[static_cast<std::int64_t>(i)]);
  }
  result.scale = choice.scale;
  return result;
}

}  // namespace disgnn::nn
