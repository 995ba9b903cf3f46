#include "nn/structure_columns.h"

#include <ATen/ATen.h>

#include "disgnn/graph/neighbourhoods.h"

namespace disgnn::nn {
namespace {

/// Each column of x[N, k] with mean 0 and deviation 1. Equal values differ by rounding only, which
/// must not be blown up.
at::Tensor standardised(const at::Tensor& x) {
  const at::Tensor mean = x.mean(0);
  const at::Tensor deviation = (x - mean).square().mean(0).sqrt();
  const at::Tensor constant = deviation <= 1e-6 * mean.abs().clamp_min(1);
  return ((x - mean) / deviation.masked_fill(constant, 1)).masked_fill(constant, 0);
}

}  // namespace

at::Tensor StructureColumns::of(const NodeInput& features, const ops::PairIndexPtr& edges) const {
  if (edges == edges_ && features_.has_value() && features_->shares_values_with(features)) {
    return columns_;
  }
  const OfGraph& graph = of_graph_.get(edges, [](const ops::PairIndexPtr& entries) {
    std::vector<float> columns = structure_features(*entries);
    return OfGraph{at::from_blob(columns.data(), {entries->nodes(), kStructureFeatures}, at::kFloat)
                       .to(at::kDouble),
                   averaging(without_self_loops(*entries))};
  });
  const at::Tensor volume = features.volumes().log1p().unsqueeze(1);
  columns_ =
      at::cat({graph.columns, standardised(at::cat({volume, graph.mean_around(volume)}, 1))}, 1);
  features_ = features;
  edges_ = edges;
  return columns_;
}

}  // namespace disgnn::nn
