#include "extensions/krr/krr_stage.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "disgnn/core/error.h"
#include "nn/own_graph.h"

namespace disgnn::nn {

KrrStage::KrrStage(const ModelConfig& config, const ParameterInit& init)
    : weight_(config.extensions.real("krr-weight")),
      log_odds_(register_buffer("log_odds", init.constant({config.nodes, config.classes}, 0))) {}

void KrrStage::require_feasible(const PairIndex& edges) const {
  // The regression compares every node with thousands of others.
  constexpr EntryId kMostEntries = 5'000'000;
  constexpr NodeId kMostNodes = 500'000;
  if (edges.entries() <= kMostEntries && edges.nodes() <= kMostNodes) return;
  throw usage_error(
      fmt::format("--stage krr is for graphs of at most {} nodes and {} edge entries; this one has "
                  "{} and {}",
                  kMostNodes, kMostEntries, edges.nodes(), edges.entries()),
      "leave out --stage krr");
}

void KrrStage::fit(const LabelledGraph& graph, const ProgressCallback& progress) {
  require_own_graph(log_odds_.size(0), graph.edges->nodes());
  const LabelPrior prior = fit_label_prior(graph.features, graph.edges, graph.known_labels,
                                           graph.classes, graph.class_weights, progress);
  log_odds_.copy_(prior.scale * prior.of_nodes);
  choices_ = prior.choices;
}

at::Tensor KrrStage::apply(const at::Tensor& probabilities,
                           const ops::PairIndexPtr& /*edges*/) const {
  require_own_graph(log_odds_.size(0), probabilities.size(0));
  constexpr double kLeast = 1e-30;  // a model that rounds to 0 may still be wrong
  return at::softmax(
      probabilities.clamp_min(kLeast).log() + weight_ * log_odds_.to(probabilities.scalar_type()),
      1);
}

}  // namespace disgnn::nn
