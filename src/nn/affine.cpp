#include "disgnn/nn/affine.h"

#include <ATen/ATen.h>

#include "disgnn/ops/matmul.h"

namespace disgnn::nn {

Affine::Affine(std::int64_t in, std::int64_t out, const ParameterInit& init, Start start)
    : weight_(register_parameter("weight", init.weights(start, "weight", {in, out}, in, out))),
      bias_(register_parameter("bias", init.constant({out}, 0))) {}

at::Tensor Affine::forward(const at::Tensor& x) const {
  std::vector<std::int64_t> shape = x.sizes().vec();
  shape.back() = weight_.size(1);
  return ops::matmul(x.reshape({-1, x.size(-1)}), weight_).add_(bias_).view(shape);
}

at::Tensor Affine::forward(const NodeInput& x) const {
  return x.matmul(weight_) + bias_;
}

at::Tensor Affine::share(const at::Tensor& x, std::int64_t first) const {
  return ops::matmul(x, weight_.narrow(0, first, x.size(1)));
}

}  // namespace disgnn::nn
