#include "extensions/krr/label_prior.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "disgnn/core/error.h"
#include "extensions/krr/candidate_kernels.h"
#include "extensions/krr/kernel_choice.h"
#include "extensions/krr/kernel_ridge.h"
#include "extensions/krr/landmarks.h"
#include "extensions/krr/structure_weights.h"

namespace disgnn::nn {
namespace {

bool reads(const KernelProduct& term, std::size_t kernel) {
  return std::ranges::find(term, kernel) != term.end();
}

/// At most 2048 of so many positions, evenly spread.
std::vector<std::int64_t> some_positions(std::size_t count) {
  constexpr std::size_t kMost = 2048;
  const std::size_t taken = std::min(count, kMost);
  std::vector<std::int64_t> positions;
  positions.reserve(taken);
  for (std::size_t i = 0; i < taken; ++i) {
    positions.push_back(static_cast<std::int64_t>(i * count / taken));
  }
  return positions;
}

/// The weights that labels of some landmarks give the columns of structure, [9], which the choice
/// reads.
at::Tensor weights_of_structure(const CandidateKernels& kernels, std::span<const at::Tensor> grams,
                                const KernelChoice& choice, std::span<const NodeId> landmarks,
                                const ClassLabels& labels, const ProgressCallback& progress) {
  const std::vector<std::int64_t> positions = some_positions(landmarks.size());
  std::vector<std::int64_t> nodes;
  std::vector<std::int32_t> of_some;
  nodes.reserve(positions.size());
  of_some.reserve(positions.size());
  for (const std::int64_t i : positions) {
    nodes.push_back(landmarks[i]);
    of_some.push_back(labels.of_landmarks[i]);
  }
  const at::Tensor some = at::tensor(positions);
  const auto among_some = [&](const at::Tensor& gram) {
    return gram.index_select(0, some).index_select(1, some);
  };
  const auto count = static_cast<std::int64_t>(positions.size());
  StructureTerms sum{
      .columns =
          kernels.structure_kernel().columns().index_select(0, at::tensor(nodes)).to(at::kFloat),
      .plain = at::zeros({count, count}, at::kFloat),
      .cofactor = at::zeros({count, count}, at::kFloat)};
  const std::size_t structure = kernels.structure_position();
  for (KernelProduct term : choice.terms) {
    at::Tensor& part = reads(term, structure) ? sum.cofactor : sum.plain;
    std::erase(term, structure);
    part += term.empty() ? at::ones({}, at::kFloat) : among_some(product_of(grams, term));
  }
  return choose_structure_weights(sum, {of_some, labels.classes, labels.class_weights},
                                  choice.ridge, progress);
}

/// On all landmarks: fewer would ask for smoother kernels than the regression needs. It takes
/// dozens of regressions of full size, for which single precision will do. Where structure tells
/// something its columns are weighed, and what was chosen is added up once more, from the best on.
KernelChoice choose_and_weigh(CandidateKernels& kernels, std::span<const NodeId> landmarks,
                              const ClassLabels& labels, const ProgressCallback& progress) {
  std::vector<at::Tensor> grams = kernels.grams();
  const std::size_t structure = kernels.structure_position();
  const KernelChoice choice = choose_kernels(grams, kernels.candidates(), labels, progress);
  if (std::ranges::none_of(choice.terms,
                           [&](const auto& term) { return reads(term, structure); })) {
    return choice;
  }
  const at::Tensor weights =
      weights_of_structure(kernels, grams, choice, landmarks, labels, progress);
  if (weights.eq(1).all().item<bool>()) return choice;
  const StructureKernel weighed = kernels.structure_kernel().weighed(weights);
  grams[structure] = weighed.of(landmarks).to(at::kFloat);
  const KernelChoice with_weights = choose_kernels(grams, choice.terms, labels, progress);
  // Some of the labels gave the weights: all of them may know better.
  if (with_weights.likelihood <= choice.likelihood) return choice;
  kernels.set_structure(weighed);
  return with_weights;
}

/// Calls `body` with 1024 of the nodes at a time and the position of the first.
template <typename Body>
void for_some_at_a_time(std::span<const NodeId> nodes, const Body& body) {
  constexpr std::size_t kAtOnce = 1024;
  for (std::size_t first = 0; first < nodes.size(); first += kAtOnce) {
    body(nodes.subspan(first, std::min(kAtOnce, nodes.size() - first)),
         static_cast<std::int64_t>(first));
  }
}

}  // namespace

LabelPrior fit_label_prior(const NodeInput& features, const ops::PairIndexPtr& edges,
                           std::span<const std::int32_t> known_labels, std::int32_t classes,
                           const at::Tensor& class_weights, const ProgressCallback& progress) {
  DISGNN_ASSERT(static_cast<NodeId>(known_labels.size()) == edges->nodes());
  constexpr std::size_t kMostLandmarks = 4096;
  LabelPrior result{at::zeros({edges->nodes(), classes}, at::kFloat)};
  at::Tensor& regression = result.of_nodes;
  const std::vector<NodeId> landmarks = choose_landmarks(known_labels, kMostLandmarks);
  if (landmarks.empty()) return result;
  std::vector<std::int32_t> of_landmarks;
  of_landmarks.reserve(landmarks.size());
  for (const NodeId v : landmarks) of_landmarks.push_back(known_labels[v]);
  const ClassLabels labels{of_landmarks, classes, class_weights};
  CandidateKernels kernels(features, edges, landmarks);
  const KernelChoice choice = choose_and_weigh(kernels, landmarks, labels, progress);
  if (choice.terms.empty()) return result;
  const auto known = static_cast<std::int64_t>(landmarks.size());
  at::Tensor gram = at::empty({known, known}, at::kDouble);
  for_some_at_a_time(landmarks, [&](std::span<const NodeId> some, std::int64_t first) {
    gram.narrow(0, first, static_cast<std::int64_t>(some.size()))
        .copy_(kernels.sum_of(choice.terms, some));
  });
  const KernelRidge ridge = fit_kernel_ridge(gram, labels, choice.ridge);
  std::vector<NodeId> nodes(edges->nodes());
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  for_some_at_a_time(nodes, [&](std::span<const NodeId> some, std::int64_t first) {
    regression.narrow(0, first, static_cast<std::int64_t>(some.size()))
        .copy_(at::mm(kernels.sum_of(choice.terms, some), ridge.dual));
  });
  for (std::size_t i = 0; i < landmarks.size(); ++i) {
    regression[landmarks[i]].copy_(ridge.left_out[static_cast<std::int64_t>(i)]);
  }
  result.scale = choice.scale;
  result.choices = fmt::format("kernels {}, ridge {}, scale {:.3g}, {} labels",
                               kernels.describe(choice.terms), choice.ridge, choice.scale, known);
  return result;
}

}  // namespace disgnn::nn
