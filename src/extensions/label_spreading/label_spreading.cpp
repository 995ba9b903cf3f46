#include "extensions/label_spreading/label_spreading.h"

#include <ATen/ATen.h>

#include <cmath>

#include "disgnn/core/error.h"
#include "disgnn/graph/neighbourhoods.h"
#include "nn/own_graph.h"
#include "ops/pair_index_tensors.h"

namespace disgnn::nn {
namespace {

/// Steps until what is left of a label is a thousandth.
std::int64_t steps_of(double spread) {
  return static_cast<std::int64_t>(std::ceil(std::log(1e-3) / std::log(spread)));
}

}  // namespace

LabelSpreading::LabelSpreading(const ModelConfig& config, const ParameterInit& init)
    : kernels_(config.kernels),
      labels_(register_buffer("labels", init.constant({config.nodes}, -1))),
      shares_(at::tensor(pagerank_shares(steps_of(config.extensions.real("spreading-share")),
                                         1 - config.extensions.real("spreading-share")))) {}

void LabelSpreading::fit(const LabelledGraph& graph, const ProgressCallback& /*progress*/) {
  require_own_graph(labels_.size(0), graph.edges->nodes());
  labels_.copy_(ops::index_tensor(graph.known_labels));
}

at::Tensor LabelSpreading::apply(const at::Tensor& probabilities,
                                 const ops::PairIndexPtr& edges) const {
  require_own_graph(labels_.size(0), edges->nodes());
  const Propagation& links = links_.get(edges, [](const ops::PairIndexPtr& all) {
    return symmetric_normalised(without_self_loops(*all));
  });
  // Below K: a file may hold anything.
  const at::Tensor known =
      labels_.ge(0).logical_and(labels_.lt(probabilities.size(1))).nonzero().squeeze(1);
  const at::Tensor classes = labels_.index_select(0, known).to(at::kLong).unsqueeze(1);
  const at::Tensor truth =
      at::zeros({known.size(0), probabilities.size(1)}, probabilities.options())
          .scatter(1, classes, 1.0);
  const at::Tensor start = probabilities.index_copy(0, known, truth);
  const at::Tensor sum = links.filtered(shares_.to(probabilities.scalar_type()), start, kernels_);
  return (sum / sum.sum(1, /*keepdim=*/true))
      .index_copy(0, known, probabilities.index_select(0, known));
}

}  // namespace disgnn::nn
