#include "extensions/gpr_readout/gpr_propagation.h"

#include <ATen/ATen.h>

#include "disgnn/ops/leaky_slope.h"

namespace disgnn::nn {

GprPropagation::GprPropagation(const ModelConfig& config, std::int64_t width,
                               const ParameterInit& init)
    : kernels_(config.kernels),
      map_(register_module("map",
                           std::make_shared<Affine>(width, config.hidden, init.scope("map")))) {
  constexpr double kAlpha = 0.1;
  gammas_ = register_parameter(
      "gammas", init.values(pagerank_shares(config.extensions.integer("gpr-hops"), kAlpha)));
}

at::Tensor GprPropagation::read(const NodeInput& h, const ops::PairIndexPtr& edges) const {
  const Propagation& smooth = smooth_.get(edges, symmetric_normalised);
  return at::leaky_relu(smooth.filtered(gammas_, map_->forward(h), kernels_), ops::kLeakySlope);
}

}  // namespace disgnn::nn
