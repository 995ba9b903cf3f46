#include "nn/structure_input.h"

#include <ATen/ATen.h>

#include "disgnn/graph/structure_features.h"
#include "disgnn/ops/leaky_slope.h"

namespace disgnn::nn {

StructureInput::StructureInput(std::int64_t hidden, const ParameterInit& init)
    : inner_(register_module(
          "inner", std::make_shared<Affine>(kStructureFeatures, hidden, init.scope("inner")))),
      outer_(register_module("outer",
                             std::make_shared<Affine>(hidden, hidden, init.scope("outer")))) {}

at::Tensor StructureInput::forward(const ops::PairIndexPtr& edges) const {
  const at::Tensor& s = features_.get(edges, [](const ops::PairIndexPtr& graph) {
    std::vector<float> columns = structure_features(*graph);
    return at::from_blob(columns.data(), {graph->nodes(), kStructureFeatures}, at::kFloat).clone();
  });
  const at::Tensor typed = s.to(inner_->weight().scalar_type());
  return outer_->forward(at::leaky_relu(inner_->forward(typed), ops::kLeakySlope));
}

}  // namespace disgnn::nn
