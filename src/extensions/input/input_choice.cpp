#include "extensions/input/input_choice.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "extensions/input/projected_input.h"
#include "extensions/krr/kernel_ridge.h"
#include "extensions/krr/kernels/link_kernel.h"
#include "extensions/krr/kernels/structure_kernel.h"
#include "extensions/krr/landmarks.h"
#include "extensions/structure/normalize.h"

namespace disgnn::nn {
namespace {

/// Share of the labels that the regression gets right without them. Where several classes are
/// equally likely, one of them is as good as the other.
double left_out_accuracy(const at::Tensor& gram, std::span<const std::int32_t> labels,
                         std::int64_t classes) {
  constexpr double kRidge = 0.3;
  const at::Tensor left_out =
      fit_kernel_ridge(gram, {labels, classes}, kRidge).left_out.contiguous();
  double right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::span<const double> row(left_out.data_ptr<double>() + i * classes, classes);
    const double best = *std::ranges::max_element(row);
    if (row[labels[i]] == best) right += 1.0 / static_cast<double>(std::ranges::count(row, best));
  }
  return right / static_cast<double>(labels.size());
}

/// Cosines between the rows of x[A, d], double [A, A]; of dense features between standard columns.
at::Tensor cosines(const at::Tensor& x, bool sparse) {
  const at::Tensor wide = x.to(at::kDouble);
  const at::Tensor unit = normalize_rows(sparse ? wide : standardize_columns(wide));
  return at::mm(unit, unit.t());
}

/// Means of the features of the neighbours, [A, d]; of a hub some will do, from all over its list.
at::Tensor features_around(const PairIndex& edges, const NodeInput& features,
                           std::span<const NodeId> nodes) {
  constexpr EntryId kMostNeighbours = 64;
  std::vector<at::Tensor> means;
  for (const NodeId v : nodes) {
    std::vector<NodeId> around;
    const EntryId begin = edges.offsets()[v];
    const EntryId end = edges.offsets()[v + 1];
    const EntryId step = (end - begin + kMostNeighbours - 1) / kMostNeighbours;
    for (EntryId e = begin; e < end; e += step) {
      if (edges.columns()[e] != v) around.push_back(edges.columns()[e]);
    }
    means.push_back(around.empty() ? at::zeros({features.columns()}, at::kFloat)
                                   : features.dense_rows(around).to(at::kFloat).mean(0));
  }
  return at::stack(means);
}

}  // namespace

InputChoice choose_input(const NodeInput& features, const ops::PairIndexPtr& edges,
                         std::span<const std::int32_t> known_labels, std::int64_t classes) {
  constexpr std::int64_t kMostLandmarks = 1024;
  constexpr std::int64_t kMostValues = 8'000'000;  // of their features as dense tables
  constexpr std::int64_t kFewLandmarks = 64;
  constexpr EntryId kMostEntries = 5'000'000;
  InputChoice choice;
  const std::int64_t most =
      std::min(kMostLandmarks, kMostValues / std::max<std::int64_t>(1, features.columns()));
  if (most < kFewLandmarks || edges->entries() > kMostEntries) return choice;
  const std::vector<NodeId> landmarks = choose_landmarks(known_labels, most);
  if (landmarks.empty()) return choice;
  std::vector<std::int32_t> labels;
  labels.reserve(landmarks.size());
  for (const NodeId v : landmarks) labels.push_back(known_labels[v]);
  const auto accuracy = [&](const at::Tensor& gram) {
    return left_out_accuracy(gram, labels, classes);
  };
  const bool sparse = features.is_sparse();
  choice.features = accuracy(cosines(features.dense_rows(landmarks), sparse) +
                             cosines(features_around(*edges, features, landmarks), sparse));
  const at::Tensor of_links =
      LinkKernel(*edges, LinkSimilarity::Lists::kOthersOnly, landmarks).favouring_twins(landmarks);
  const at::Tensor of_structure = StructureKernel(features, edges, landmarks).of(landmarks);
  choice.links = accuracy(of_links);
  choice.structure = accuracy(of_structure);
  choice.place = accuracy(of_links + of_structure);
  constexpr double kClearly = 0.05;
  const double with_links = std::max(choice.links, choice.place);
  const bool links = with_links >= choice.structure + kClearly;
  choice.chosen = links ? with_links : choice.structure;
  const double chance = 1 / std::sqrt(static_cast<double>(landmarks.size()));
  if (choice.chosen < choice.features + std::max(kClearly, chance)) {
    choice.chosen = choice.features;
  } else {
    choice.input = links ? "links+structure" : "structure";
  }
  return choice;
}

std::optional<Choice> settle_input(ModelConfig& config, const LabelledGraph& graph) {
  const std::string& given = config.extensions.text("input");
  if (reads_links(given)) {
    return Choice{.text = "--input " + given + " makes a model for this graph alone",
                  .worth_a_notice = true};
  }
  if (given != kAutoInput) return std::nullopt;
  const InputChoice choice =
      choose_input(graph.features, graph.edges, graph.known_labels, graph.classes);
  config.extensions.set("input", choice.input);
  if (choice.input == InputChoice{}.input) {
    return Choice{.text = "--input auto takes " + choice.input};
  }
  return Choice{
      .text = fmt::format("the training labels follow from the place of nodes in the "
                          "graph ({:.0f} % of them from the others) rather than from "
                          "features ({:.0f} %): --input auto takes {}{}",
                          100 * choice.chosen, 100 * choice.features, choice.input,
                          reads_links(choice.input) ? ", a model for this graph alone" : ""),
      .worth_a_notice = true};
}

}  // namespace disgnn::nn
