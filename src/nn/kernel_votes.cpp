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

struct Kernels {
  std::vector<Kernel> all{};
  std::vector<KernelProduct> candidates{};
};

/// Links, structure and, where their tables are not too large, walks and features; some of them
/// also times structure: pages with the same links or words differ by how large they are.
Kernels kernels_for(const NodeInput& features, const ops::PairIndexPtr& edges,
                    const std::vector<NodeId>& anchors) {
  using Lists = LinkSimilarity::Lists;
  using Nodes = std::span<const NodeId>;
  Kernels kernels;
  const auto add = [&](Kernel kernel) {
    kernels.candidates.push_back({kernels.all.size()});
    kernels.all.push_back(std::move(kernel));
    return kernels.all.size() - 1;
  };
  const std::size_t structure = add([of_structure = StructureKernel(features, edges, anchors)](
                                        Nodes nodes) { return of_structure.of(nodes); });
  const auto add_with_structure = [&](Kernel kernel) {
    kernels.candidates.push_back({add(std::move(kernel)), structure});
  };
  const auto links = std::make_shared<const LinkKernel>(*edges, Lists::kOthersOnly, anchors);
  add_with_structure([links](Nodes nodes) { return links->favouring_twins(nodes); });
  add_with_structure([links](Nodes nodes) { return links->twins_only(nodes); });
  // A node on its own list is like its neighbours, too.
  add([near = LinkKernel(*edges, Lists::kWithNodeItself, anchors)](Nodes nodes) {
    return near.cosines(nodes);
  });
  if (WalkKernel::fits(*edges)) {
    add([walks = WalkKernel(edges, anchors)](Nodes nodes) { return walks.cosines(nodes); });
  }
  if (FeatureKernel::fits(features)) {
    const auto of_features = std::make_shared<const FeatureKernel>(features, edges, anchors);
    add_with_structure([of_features](Nodes nodes) { return of_features->own(nodes); });
    add([of_features](Nodes nodes) { return of_features->around(nodes); });
  }
  return kernels;
}

/// Hands `use` the sum of these products for some of the nodes at a time, double [T, A], from which
/// position on.
template <typename Use>
void for_rows_of_sum(std::span<const Kernel> kernels, std::span<const KernelProduct> terms,
                     std::span<const NodeId> nodes, const Use& use) {
  constexpr std::size_t kRowsAtOnce = 1024;
  for (std::size_t first = 0; first < nodes.size(); first += kRowsAtOnce) {
    const auto rows = nodes.subspan(first, std::min(kRowsAtOnce, nodes.size() - first));
    std::vector<at::Tensor> values(kernels.size());
    at::Tensor sum;
    for (const KernelProduct& term : terms) {
      for (const std::size_t k : term) {
        if (!values[k].defined()) values[k] = kernels[k](rows);
      }
      const at::Tensor product = product_of(values, term);
      sum = sum.defined() ? sum + product : product;
    }
    use(static_cast<std::int64_t>(first), sum);
  }
}

/// On all anchors: fewer would ask for smoother kernels than the regression needs. It takes dozens
/// of regressions of full size, for which single precision will do.
KernelChoice choice_among(const Kernels& kernels, std::span<const NodeId> anchors,
                          const ClassLabels& labels) {
  std::vector<at::Tensor> grams;
  grams.reserve(kernels.all.size());
  for (const Kernel& kernel : kernels.all) grams.push_back(kernel(anchors).to(at::kFloat));
  return choose_kernels(grams, kernels.candidates, labels);
}

}  // namespace

KernelVotes kernel_votes(const NodeInput& features, const ops::PairIndexPtr& edges,
                         std::span<const std::int32_t> known_labels, std::int32_t classes,
                         const at::Tensor& class_weights) {
  DISGNN_ASSERT(static_cast<NodeId>(known_labels.size()) == edges->nodes());
  constexpr std::size_t kMostAnchors = 4096;
  KernelVotes result{at::zeros({edges->nodes(), classes}, at::kFloat)};
  at::Tensor& votes = result.of_nodes;
  const std::vector<NodeId> anchors = label_anchors(known_labels, kMostAnchors);
  if (anchors.empty()) return result;
  const Kernels kernels = kernels_for(features, edges, anchors);
  std::vector<std::int32_t> of_anchors;
  of_anchors.reserve(anchors.size());
  for (const NodeId v : anchors) of_anchors.push_back(known_labels[v]);
  const ClassLabels labels{of_anchors, classes, class_weights};
  const KernelChoice choice = choice_among(kernels, anchors, labels);
  if (choice.terms.empty()) return result;
  const auto known = static_cast<std::int64_t>(anchors.size());
  at::Tensor gram = at::empty({known, known}, at::kDouble);
  for_rows_of_sum(kernels.all, choice.terms, anchors,
                  [&](std::int64_t first, const at::Tensor& rows) {
                    gram.narrow(0, first, rows.size(0)).copy_(rows);
                  });
  const KernelRidge ridge = fit_kernel_ridge(gram, labels, choice.ridge);
  std::vector<NodeId> nodes(edges->nodes());
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  for_rows_of_sum(kernels.all, choice.terms, nodes,
                  [&](std::int64_t first, const at::Tensor& rows) {
                    votes.narrow(0, first, rows.size(0)).copy_(at::mm(rows, ridge.dual));
                  });
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    votes[anchors[i]].copy_(ridge.left_out[static_cast<std::int64_t>(i)]);
  }
  result.scale = choice.scale;
  return result;
}

}  // namespace disgnn::nn
