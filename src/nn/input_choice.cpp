#include "disgnn/nn/input_choice.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "nn/kernel_ridge.h"
#include "nn/place_kernel.h"

namespace disgnn::nn {
namespace {

/// Share of the labels that the regression gets right without them.
double left_out_accuracy(const at::Tensor& gram, std::span<const std::int32_t> labels,
                         std::int64_t classes) {
  const at::Tensor predicted = fit_kernel_ridge(gram, labels, classes).left_out.argmax(1);
  std::int64_t right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    right += predicted.data_ptr<std::int64_t>()[i] == labels[i] ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(labels.size());
}

/// Cosines between the rows of x[A, d], double [A, A].
at::Tensor cosines(const at::Tensor& x) {
  const at::Tensor wide = x.to(at::kDouble);
  const at::Tensor unit = wide / wide.norm(2, 1, /*keepdim=*/true).clamp_min(1e-12);
  return at::mm(unit, unit.t());
}

/// Means of the features of the neighbours, [A, d]; of a hub some will do.
at::Tensor features_around(const PairIndex& edges, const NodeInput& features,
                           std::span<const NodeId> nodes) {
  constexpr std::size_t kMostNeighbours = 64;
  std::vector<at::Tensor> means;
  for (const NodeId v : nodes) {
    std::vector<NodeId> around;
    const EntryId end = edges.offsets()[v + 1];
    for (EntryId e = edges.offsets()[v]; e < end && around.size() < kMostNeighbours; ++e) {
      if (edges.columns()[e] != v) around.push_back(edges.columns()[e]);
    }
    means.push_back(around.empty() ? at::zeros({features.columns()}, at::kFloat)
                                   : features.dense_rows(around).to(at::kFloat).mean(0));
  }
  return at::stack(means);
}

}  // namespace

InputChoice choose_input(const PairIndex& edges, const NodeInput& features,
                         std::span<const std::int32_t> known_labels, std::int64_t classes) {
  constexpr std::size_t kMostAnchors = 1024;
  constexpr EntryId kMostEntries = 5'000'000;
  InputChoice choice;
  const std::vector<NodeId> anchors = label_anchors(known_labels, kMostAnchors);
  if (anchors.empty() || edges.entries() > kMostEntries) return choice;
  std::vector<std::int32_t> labels;
  for (const NodeId v : anchors) labels.push_back(known_labels[v]);
  const auto accuracy = [&](const at::Tensor& gram) {
    return left_out_accuracy(gram, labels, classes);
  };
  choice.features = accuracy(cosines(features.dense_rows(anchors)) +
                             cosines(features_around(edges, features, anchors)));
  const PlaceKernel::Parts place = PlaceKernel(edges, anchors).rows(anchors);
  choice.links = accuracy(place.links);
  choice.structure = accuracy(place.structure);
  choice.place = accuracy(place.links + place.structure);
  const double chance = 1 / std::sqrt(static_cast<double>(anchors.size()));
  const double best = std::max({choice.links, choice.structure, choice.place});
  if (best < choice.features + std::max(0.05, chance)) return choice;
  choice.label_votes = choice.links > choice.structure;
  choice.input = choice.label_votes ? "links+structure" : "structure";
  return choice;
}

}  // namespace disgnn::nn
