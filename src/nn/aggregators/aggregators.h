#pragma once

#include "disgnn/nn/aggregator.h"

namespace disgnn::nn {

std::shared_ptr<Aggregator> make_attention_aggregator(const LayerSizes& sizes,
                                                      const ParameterInit& init);
std::shared_ptr<Aggregator> make_gcn_aggregator(const LayerSizes& sizes, const ParameterInit& init);
std::shared_ptr<Aggregator> make_sage_aggregator(const LayerSizes& sizes,
                                                 const ParameterInit& init);

/// W_feat_i h_u for every node and channel: h[N, d] weight[d, C*H] -> [N, C, H].
inline at::Tensor project_channels(const NodeInput& h, const at::Tensor& weight,
                                   const LayerSizes& sizes) {
  return h.matmul(weight).view({h.nodes(), sizes.channels, sizes.hidden});
}

}  // namespace disgnn::nn
