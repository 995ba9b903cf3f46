#include "nn/candidate_kernels.h"

#include <ATen/ATen.h>

#include <utility>

#include "nn/feature_kernel.h"
#include "nn/link_kernel.h"
#include "nn/walk_kernel.h"

namespace disgnn::nn {

CandidateKernels::CandidateKernels(const NodeInput& features, const ops::PairIndexPtr& edges,
                                   std::vector<NodeId> anchors)
    : anchors_(std::move(anchors)),
      of_structure_(std::make_shared<StructureKernel>(features, edges, anchors_)) {
  using Lists = LinkSimilarity::Lists;
  using Nodes = std::span<const NodeId>;
  structure_position_ =
      add([structure = of_structure_](Nodes nodes) { return structure->of(nodes); });
  const auto links = std::make_shared<const LinkKernel>(*edges, Lists::kOthersOnly, anchors_);
  add_also_times_structure([links](Nodes nodes) { return links->favouring_twins(nodes); });
  add_also_times_structure([links](Nodes nodes) { return links->twins_only(nodes); });
  // A node on its own list is like its neighbours, too.
  add([near = LinkKernel(*edges, Lists::kWithNodeItself, anchors_)](Nodes nodes) {
    return near.cosines(nodes);
  });
  if (WalkKernel::fits(*edges)) {
    add([walks = WalkKernel(edges, anchors_)](Nodes nodes) { return walks.cosines(nodes); });
  }
  if (FeatureKernel::fits(features)) {
    const auto of_features = std::make_shared<const FeatureKernel>(features, edges, anchors_);
    add_also_times_structure([of_features](Nodes nodes) { return of_features->own(nodes); });
    add([of_features](Nodes nodes) { return of_features->around(nodes); });
  }
}

std::size_t CandidateKernels::add(Kernel kernel) {
  candidates_.push_back({kernels_.size()});
  kernels_.push_back(std::move(kernel));
  return kernels_.size() - 1;
}

void CandidateKernels::add_also_times_structure(Kernel kernel) {
  candidates_.push_back({add(std::move(kernel)), structure_position_});
}

std::vector<at::Tensor> CandidateKernels::grams() const {
  std::vector<at::Tensor> grams;
  grams.reserve(kernels_.size());
  for (const Kernel& kernel : kernels_) grams.push_back(kernel(anchors_).to(at::kFloat));
  return grams;
}

at::Tensor CandidateKernels::sum_of(std::span<const KernelProduct> terms,
                                    std::span<const NodeId> nodes) const {
  std::vector<at::Tensor> values(kernels_.size());
  at::Tensor sum;
  for (const KernelProduct& term : terms) {
    for (const std::size_t k : term) {
      if (!values[k].defined()) values[k] = kernels_[k](nodes);
    }
    const at::Tensor product = product_of(values, term);
    sum = sum.defined() ? sum + product : product;
  }
  return sum;
}

}  // namespace disgnn::nn
