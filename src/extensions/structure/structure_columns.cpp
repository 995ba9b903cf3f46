#include "extensions/structure/structure_columns.h"

#include <ATen/ATen.h>

#include "disgnn/graph/neighbourhoods.h"
#include "extensions/structure/normalize.h"

namespace disgnn::nn {

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
  columns_ = at::cat(
      {graph.columns, standardize_columns(at::cat({volume, graph.mean_around(volume)}, 1))}, 1);
  features_ = features;
  edges_ = edges;
  return columns_;
}

}  // namespace disgnn::nn
