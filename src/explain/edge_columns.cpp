#include "disgnn/explain/edge_columns.h"

#include <ATen/ATen.h>

namespace disgnn {
namespace {

std::vector<EntryId> edge_entries(const PairIndex& index) {
  std::vector<EntryId> entries;
  const std::vector<NodeId> rows = index.expanded_rows();
  for (EntryId e = 0; e < index.entries(); ++e) {
    if (rows[e] != index.columns()[e]) entries.push_back(e);
  }
  return entries;
}

EdgeLayerColumns columns_of(const nn::LayerOutput& layer, const at::Tensor& weights,
                            const at::Tensor& edges) {
  const at::Tensor scores = layer.scores.index_select(0, edges).to(at::kFloat);
  const std::int64_t half = nn::homo_channels(scores.size(1));
  const at::Tensor centred = scores - scores.mean(0);
  const at::Tensor deviation = scores.std(0, /*unbiased=*/false);
  const at::Tensor standardised =
      at::where(deviation > 0, centred / deviation.clamp_min(1e-12), at::zeros_like(centred));
  return {at::sigmoid(scores).contiguous(),
          weights.index_select(0, edges).to(at::kFloat).contiguous(),
          standardised.argmax(1).to(at::kInt).contiguous(),
          at::sigmoid(scores.narrow(1, 0, half).sum(1)).contiguous(),
          at::sigmoid(scores.narrow(1, half, scores.size(1) - half).sum(1)).contiguous()};
}

}  // namespace

EdgeColumns edge_columns(const Dataset& data, const nn::DisGnnModel& model,
                         const nn::ModelOutput& output) {
  EdgeColumns columns{edge_entries(*data.graph.index()), {}};
  const at::Tensor edges = at::from_blob(
      columns.entries.data(), {static_cast<std::int64_t>(columns.entries.size())}, at::kLong);
  for (std::size_t l = 0; l < output.layers.size(); ++l) {
    const nn::LayerOutput& layer = output.layers[l];
    columns.layers.push_back(
        columns_of(layer, model.layer(l).edge_weights(layer, data.graph.index()), edges));
  }
  return columns;
}

}  // namespace disgnn
