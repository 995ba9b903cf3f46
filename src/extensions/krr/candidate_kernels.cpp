#include "extensions/krr/candidate_kernels.h"

#include <ATen/ATen.h>

#include <utility>

#include "extensions/krr/kernels/feature_kernel.h"
#include "extensions/krr/kernels/link_kernel.h"
#include "extensions/krr/kernels/walk_kernel.h"

namespace disgnn::nn {

CandidateKernels::CandidateKernels(const NodeInput& features, const ops::PairIndexPtr& edges,
                                   std::vector<NodeId> landmarks)
    : landmarks_(std::move(landmarks)),
      of_structure_(std::make_shared<StructureKernel>(features, edges, landmarks_)) {
  using Lists = LinkSimilarity::Lists;
  using Nodes = std::span<const NodeId>;
  structure_position_ =
      add("structure", [structure = of_structure_](Nodes nodes) { return structure->of(nodes); });
  const auto links = std::make_shared<const LinkKernel>(*edges, Lists::kOthersOnly, landmarks_);
  add_also_times_structure("links", [links](Nodes nodes) { return links->favouring_twins(nodes); });
  add_also_times_structure("twins", [links](Nodes nodes) { return links->twins_only(nodes); });
  // A node on its own list is like its neighbours, too.
  add("near links", [near = LinkKernel(*edges, Lists::kWithNodeItself, landmarks_)](Nodes nodes) {
    return near.cosines(nodes);
  });
  if (WalkKernel::fits(*edges)) {
    add("walks",
        [walks = WalkKernel(edges, landmarks_)](Nodes nodes) { return walks.cosines(nodes); });
  }
  if (FeatureKernel::fits(features)) {
    const auto of_features = std::make_shared<const FeatureKernel>(features, edges, landmarks_);
    add_also_times_structure("features",
                             [of_features](Nodes nodes) { return of_features->own(nodes); });
    add("features around", [of_features](Nodes nodes) { return of_features->around(nodes); });
  }
}

std::size_t CandidateKernels::add(std::string name, Kernel kernel) {
  names_.push_back(std::move(name));
  candidates_.push_back({kernels_.size()});
  kernels_.push_back(std::move(kernel));
  return kernels_.size() - 1;
}

void CandidateKernels::add_also_times_structure(std::string name, Kernel kernel) {
  candidates_.push_back({add(std::move(name), std::move(kernel)), structure_position_});
}

std::string CandidateKernels::describe(std::span<const KernelProduct> terms) const {
  std::string text;
  for (const KernelProduct& term : terms) {
    if (!text.empty()) text += " + ";
    for (std::size_t i = 0; i < term.size(); ++i) {
      text += (i == 0 ? "" : " * ") + names_[term[i]];
    }
  }
  return text;
}

std::vector<at::Tensor> CandidateKernels::grams() const {
  std::vector<at::Tensor> grams;
  grams.reserve(kernels_.size());
  for (const Kernel& kernel : kernels_) grams.push_back(kernel(landmarks_).to(at::kFloat));
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
