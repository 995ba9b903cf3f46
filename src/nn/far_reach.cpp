#include "nn/far_reach.h"

#include <ATen/ATen.h>

#include <cmath>

#include "disgnn/ops/leaky_slope.h"
#include "disgnn/ops/power_sum.h"
#include "disgnn/ops/reference.h"

namespace disgnn::nn {

std::vector<float> pagerank_shares(std::int64_t steps, double alpha) {
  std::vector<float> shares;
  for (std::int64_t k = 0; k <= steps; ++k) {
    const double kept = std::pow(1 - alpha, static_cast<double>(k));
    shares.push_back(static_cast<float>(k == steps ? kept : alpha * kept));
  }
  return shares;
}

FarReach::FarReach(const ModelConfig& config, std::int64_t width, const ParameterInit& init)
    : kernels_(config.kernels),
      map_(register_module("map",
                           std::make_shared<Affine>(width, config.hidden, init.scope("map")))) {
  constexpr double kAlpha = 0.1;
  gammas_ = register_parameter("gammas", init.values(pagerank_shares(config.reach, kAlpha)));
}

at::Tensor FarReach::forward(const NodeInput& h, const ops::PairIndexPtr& edges) const {
  const Propagation& smooth = smooth_.get(edges, symmetric_normalised);
  const at::Tensor x = map_->forward(h);
  const at::Tensor weights = smooth.weights().to(x.scalar_type());
  const at::Tensor sum = kernels_ == ops::Kernels::kFast
                             ? ops::power_sum(gammas_, weights, x, edges)
                             : ops::reference::power_sum(gammas_, weights, x, edges);
  return at::leaky_relu(sum, ops::kLeakySlope);
}

}  // namespace disgnn::nn
