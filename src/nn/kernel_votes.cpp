#include "disgnn/nn/kernel_votes.h"

#include <ATen/ATen.h>

#include <numeric>
#include <optional>

#include "disgnn/core/error.h"
#include "nn/feature_kernel.h"
#include "nn/kernel_choice.h"
#include "nn/kernel_ridge.h"
#include "nn/place_kernel.h"

namespace disgnn::nn {
namespace {

/// Place in the graph and, where their table is not too large, features.
class AllKernels {
 public:
  AllKernels(const NodeInput& features, const ops::PairIndexPtr& edges,
             const std::vector<NodeId>& anchors)
      : place_(features, edges, anchors) {
    if (FeatureKernel::fits(features)) features_.emplace(features, edges, anchors);
  }

  /// Of these nodes and the anchors, double [T, A] each.
  [[nodiscard]] std::vector<at::Tensor> rows(std::span<const NodeId> nodes) const {
    const PlaceKernel::Parts place = place_.rows(nodes);
    std::vector<at::Tensor> all{place.links, place.near, place.structure};
    if (features_.has_value()) {
      const FeatureKernel::Parts features = features_->rows(nodes);
      all.insert(all.end(), {features.own, features.around});
    }
    return all;
  }

 private:
  PlaceKernel place_;
  std::optional<FeatureKernel> features_;
};

at::Tensor sum_of(std::span<const at::Tensor> kernels, const KernelChoice& choice) {
  at::Tensor sum = kernels[choice.parts.front()];
  for (const std::size_t part : std::span(choice.parts).subspan(1)) sum = sum + kernels[part];
  return sum;
}

/// A choice made on some of the anchors, from all over the graph.
KernelChoice choice_for(std::span<const at::Tensor> grams, std::span<const std::int32_t> labels,
                        std::int64_t classes) {
  constexpr std::size_t kMost = 1024;
  const std::size_t step = (labels.size() + kMost - 1) / kMost;
  std::vector<std::int64_t> positions;
  std::vector<std::int32_t> some;
  for (std::size_t i = 0; i < labels.size(); i += step) {
    positions.push_back(static_cast<std::int64_t>(i));
    some.push_back(labels[i]);
  }
  const at::Tensor chosen = at::tensor(positions);
  std::vector<at::Tensor> smaller;
  for (const at::Tensor& gram : grams) {
    smaller.push_back(gram.index_select(0, chosen).index_select(1, chosen));
  }
  return choose_kernels(smaller, some, classes);
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
  for (const NodeId v : anchors) labels.push_back(known_labels[v]);
  const std::vector<at::Tensor> grams = kernels.rows(anchors);
  const KernelChoice choice = choice_for(grams, labels, classes);
  const KernelRidge ridge = fit_kernel_ridge(sum_of(grams, choice), labels, classes, choice.ridge);
  for (NodeId first = 0; first < edges->nodes(); first += kRowsAtOnce) {
    std::vector<NodeId> nodes(std::min(kRowsAtOnce, edges->nodes() - first));
    std::iota(nodes.begin(), nodes.end(), first);
    votes.narrow(0, first, static_cast<std::int64_t>(nodes.size()))
        .copy_(at::mm(sum_of(kernels.rows(nodes), choice), ridge.dual));
  }
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    votes[anchors[i]].copy_(ridge.left_out[static_cast<std::int64_t>(i)]);
  }
  result.scale = choice.scale;
  return result;
}

}  // namespace disgnn::nn
