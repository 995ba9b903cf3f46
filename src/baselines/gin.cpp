#include <ATen/ATen.h>

#include "baselines/baseline.h"
#include "baselines/baselines.h"
#include "baselines/node_norm.h"
#include "disgnn/graph/neighbourhoods.h"
#include "nn/propagation.h"

namespace disgnn::nn {
namespace {

/// Xu et al., "How Powerful are Graph Neural Networks?", ICLR 2019:
/// h'_v = MLP((1 + eps) h_v + sum_u h_u), an MLP of two layers with batch normalisation, eps
/// learned. Its first matrix is applied before the sum, which is the same and cheaper.
class GinLayer : public Module {
 public:
  GinLayer(const ModelConfig& config, std::int64_t input, std::uint16_t /*position*/,
           const ParameterInit& init)
      : epsilon_(register_parameter("epsilon", init.constant({1}, 0))),
        first_weight_(register_parameter(
            "first_weight",
            init.xavier("first_weight", {input, config.hidden}, input, config.hidden))),
        first_norm_(register_module(
            "first_norm", std::make_shared<NodeNorm>(config.hidden, init.scope("first_norm")))),
        second_(register_module("second", std::make_shared<Affine>(config.hidden, config.hidden,
                                                                   init.scope("second")))),
        second_norm_(register_module(
            "second_norm", std::make_shared<NodeNorm>(config.hidden, init.scope("second_norm")))) {}

  static std::int64_t width(const ModelConfig& config) { return config.hidden; }
  [[nodiscard]] at::Tensor forward(const NodeInput& h, const ops::PairIndexPtr& edges,
                                   const ForwardMode& /*mode*/) const {
    const Propagation& sum = sum_.get(
        edges, [](const ops::PairIndexPtr& all) { return summing(without_self_loops(*all)); });
    const at::Tensor x = h.matmul(first_weight_);
    const at::Tensor first = first_norm_->forward((1 + epsilon_) * x + sum(x)).relu();
    return second_norm_->forward(second_->forward(first)).relu();
  }

 private:
  at::Tensor epsilon_;       // [1]
  at::Tensor first_weight_;  // [input, H]; the norm's shift is its bias
  std::shared_ptr<NodeNorm> first_norm_;
  std::shared_ptr<Affine> second_;
  std::shared_ptr<NodeNorm> second_norm_;
  PerGraph<Propagation> sum_;
};

}  // namespace

std::shared_ptr<NodeClassifier> make_gin(const ModelConfig& config, const ParameterInit& init) {
  return std::make_shared<StackedBaseline<GinLayer>>(config, init);
}

}  // namespace disgnn::nn
