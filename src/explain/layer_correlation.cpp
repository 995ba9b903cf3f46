#include "disgnn/explain/layer_correlation.h"

#include <ATen/ATen.h>

#include "disgnn/explain/channel_correlation.h"

namespace disgnn {
namespace {

std::vector<double> correlation_of(const at::Tensor& values, const PairIndex& edges) {
  const at::Tensor plain = values.to(at::kFloat).contiguous();
  return channel_correlation({plain.data_ptr<float>(), static_cast<std::size_t>(plain.numel())},
                             static_cast<std::int32_t>(plain.size(1)), edges);
}

}  // namespace

LayerCorrelation layer_correlation(const nn::DisentangledLayer& layer,
                                   const nn::LayerOutput& output, const ops::PairIndexPtr& edges) {
  const at::NoGradGuard no_gradients;
  return {correlation_of(layer.edge_weights(output, edges), *edges),
          correlation_of(at::sigmoid(output.scores), *edges)};
}

}  // namespace disgnn
