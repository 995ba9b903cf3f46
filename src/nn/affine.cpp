#include "disgnn/nn/affine.h"

#include <ATen/ATen.h>

namespace disgnn::nn {

Affine::Affine(std::int64_t in, std::int64_t out, const ParameterInit& init)
    : weight_(register_parameter("weight", init.xavier("weight", {in, out}, in, out))),
      bias_(register_parameter("bias", at::zeros({out}))) {}

at::Tensor Affine::forward(const at::Tensor& x) const {
  return at::matmul(x, weight_) + bias_;
}

}  // namespace disgnn::nn
