#include "disgnn/explain/disentanglement.h"

#include <ATen/ATen.h>

#include <numeric>

#include "disgnn/explain/homophily_auc.h"

namespace disgnn {
namespace {

std::span<const float> values_of(const at::Tensor& contiguous) {
  return {contiguous.data_ptr<float>(), static_cast<std::size_t>(contiguous.numel())};
}

/// p_v . p_u of every entry, [E]; p is [N, K].
std::vector<float> agreement(const at::Tensor& p, const PairIndex& pairs) {
  const std::int64_t classes = p.size(1);
  const float* const of_node = p.data_ptr<float>();
  const std::vector<NodeId> rows = pairs.expanded_rows();
  std::vector<float> values(rows.size());
  for (std::size_t e = 0; e < rows.size(); ++e) {
    const float* const of_row = of_node + rows[e] * classes;
    values[e] =
        std::inner_product(of_row, of_row + classes, of_node + pairs.columns()[e] * classes, 0.0F);
  }
  return values;
}

}  // namespace

Disentanglement measure_disentanglement(const Dataset& data, const nn::ModelOutput& output,
                                        const at::Tensor& probabilities,
                                        std::span<const NodeId> test_nodes,
                                        std::span<const NodeId> validation_nodes) {
  Disentanglement result;
  if (output.layers.empty()) return result;
  const at::Tensor p = probabilities.to(at::kFloat).contiguous();
  result.prediction_auc = homophily_auc(agreement(p, *data.graph.index()), 1, 1,
                                        *data.graph.index(), data.labels, test_nodes);
  for (std::size_t layer = 0; layer < output.layers.size(); ++layer) {
    const at::Tensor scores = output.layers[layer].scores.to(at::kFloat).contiguous();
    const auto channels = static_cast<std::int32_t>(scores.size(1));
    const auto homo = static_cast<std::int32_t>(nn::homo_channels(channels));
    const auto auc_between = [&](std::span<const NodeId> nodes) {
      return homophily_auc(values_of(scores), channels, homo, *data.graph.index(), data.labels,
                           nodes);
    };
    result.homophily_auc.push_back(auc_between(test_nodes));
    result.validation_auc.push_back(auc_between(validation_nodes));
    if (data.entry_relations.empty()) continue;
    if (layer == 0) {
      result.first_layer = relation_recovery(values_of(scores), channels, data.entry_relations);
    }
    if (layer + 1 == output.layers.size()) {
      result.last_layer =
          layer == 0 ? result.first_layer
                     : relation_recovery(values_of(scores), channels, data.entry_relations);
    }
  }
  return result;
}

}  // namespace disgnn
