#include "disgnn/explain/disentanglement.h"

#include <ATen/ATen.h>

#include "disgnn/explain/homophily_auc.h"

namespace disgnn {
namespace {

std::span<const float> values_of(const at::Tensor& contiguous) {
  return {contiguous.data_ptr<float>(), static_cast<std::size_t>(contiguous.numel())};
}

}  // namespace

Disentanglement measure_disentanglement(const Dataset& data, const nn::ModelOutput& output,
                                        std::span<const NodeId> nodes) {
  Disentanglement result;
  for (std::size_t layer = 0; layer < output.layers.size(); ++layer) {
    const at::Tensor scores = output.layers[layer].scores.to(at::kFloat).contiguous();
    const auto channels = static_cast<std::int32_t>(scores.size(1));
    const auto homo = static_cast<std::int32_t>(nn::homo_channels(channels));
    result.homophily_auc.push_back(
        homophily_auc(values_of(scores), channels, homo, *data.graph.index(), data.labels, nodes));
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
