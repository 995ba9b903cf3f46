#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/nn/scorer.h"

namespace disgnn::nn {

/// One linear map per channel for every node: h[N, d] weight[d, C*H] -> [N, C, H].
inline at::Tensor project_channels(const NodeInput& h, const at::Tensor& weight,
                                   const LayerSizes& sizes) {
  return h.matmul(weight).view({h.nodes(), sizes.channels, sizes.hidden});
}

}  // namespace disgnn::nn
