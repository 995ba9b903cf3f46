#pragma once

#include "disgnn/nn/module.h"
#include "disgnn/nn/parameter_init.h"

namespace disgnn::nn {

/// Batch normalisation over all nodes of the graph, in training and evaluation alike: every step
/// sees all nodes, so there is no need for running means.
class NodeNorm : public Module {
 public:
  NodeNorm(std::int64_t width, const ParameterInit& init);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x) const;

 private:
  at::Tensor scale_;  // [width]
  at::Tensor shift_;  // [width]
};

}  // namespace disgnn::nn
