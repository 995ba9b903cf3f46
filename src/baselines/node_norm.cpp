#include "baselines/node_norm.h"

#include <ATen/ATen.h>

namespace disgnn::nn {

NodeNorm::NodeNorm(std::int64_t width, const ParameterInit& init)
    : scale_(register_parameter("scale", init.constant({width}, 1))),
      shift_(register_parameter("shift", init.constant({width}, 0))) {}

at::Tensor NodeNorm::forward(const at::Tensor& x) const {
  constexpr double kEpsilon = 1e-5;
  return at::batch_norm(x, scale_, shift_, {}, {}, /*training=*/true, /*momentum=*/0, kEpsilon,
                        /*cudnn_enabled=*/false);
}

}  // namespace disgnn::nn
