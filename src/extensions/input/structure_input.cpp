#include "extensions/input/structure_input.h"

#include <ATen/ATen.h>

#include "disgnn/ops/leaky_slope.h"

namespace disgnn::nn {

StructureInput::StructureInput(std::int64_t hidden, const ParameterInit& init)
    : inner_(register_module(
          "inner", std::make_shared<Affine>(kStructureColumns, hidden, init.scope("inner")))),
      outer_(register_module("outer",
                             std::make_shared<Affine>(hidden, hidden, init.scope("outer")))) {}

at::Tensor StructureInput::forward(const NodeInput& features,
                                   const ops::PairIndexPtr& edges) const {
  const at::Tensor s = columns_.of(features, edges);
  const at::Tensor typed = s.to(inner_->weight().scalar_type());
  return outer_->forward(at::leaky_relu(inner_->forward(typed), ops::kLeakySlope));
}

}  // namespace disgnn::nn
