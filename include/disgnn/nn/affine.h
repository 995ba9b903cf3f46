#pragma once

#include "disgnn/nn/module.h"
#include "disgnn/nn/node_input.h"
#include "disgnn/nn/parameter_init.h"

namespace disgnn::nn {

/// y[*, out] = x[*, in] W + b
class Affine : public Module {
 public:
  Affine(std::int64_t in, std::int64_t out, const ParameterInit& init,
         Start start = Start::kRandom);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x) const;
  [[nodiscard]] at::Tensor forward(const NodeInput& x) const;
  /// x[N, k] times the rows first .. first+k-1 of W, without b: what inputs first .. add to y.
  [[nodiscard]] at::Tensor share(const at::Tensor& x, std::int64_t first) const;
  [[nodiscard]] const at::Tensor& weight() const { return weight_; }
  [[nodiscard]] const at::Tensor& bias() const { return bias_; }

 private:
  at::Tensor weight_;  // [in, out]
  at::Tensor bias_;    // [out]
};

}  // namespace disgnn::nn
