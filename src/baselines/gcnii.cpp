#include <ATen/ATen.h>

#include <cmath>

#include "baselines/baseline.h"
#include "baselines/baselines.h"
#include "disgnn/ops/matmul.h"
#include "nn/propagation.h"

namespace disgnn::nn {
namespace {

/// Chen et al., "Simple and Deep Graph Convolutional Networks", ICML 2020 (GCNII), `hops` layers:
///   h_0 = ReLU(X W + b)
///   h_l = ReLU(m ((1 - b_l) I + b_l W_l)),  m = (1 - alpha) S h_{l-1} + alpha h_0,
///   b_l = log(theta / l + 1),  S = D^-1/2 (A + I) D^-1/2.
class Gcnii : public Baseline {
 public:
  Gcnii(const ModelConfig& config, const ParameterInit& init)
      : Baseline(config, config.hidden, init),
        embed_(register_module("embed", std::make_shared<Affine>(config.features, config.hidden,
                                                                 init.scope("embed")))) {
    for (std::int64_t l = 0; l < config.hops; ++l) {
      const std::string name = fmt::format("weight{}", l);
      weights_.push_back(register_parameter(
          name, init.xavier(name, {config.hidden, config.hidden}, config.hidden, config.hidden)));
    }
  }

 protected:
  [[nodiscard]] at::Tensor encode(const NodeInput& features, const ops::PairIndexPtr& edges,
                                  const ForwardMode& mode) const override {
    const Propagation& smooth = smooth_.get(edges, symmetric_normalised);
    const double alpha = config().alpha;
    const at::Tensor first = embed_->forward(features).relu_();
    at::Tensor h = drop_hidden(first, 0, mode);
    for (std::size_t l = 0; l < weights_.size(); ++l) {
      const double beta = std::log(config().theta / static_cast<double>(l + 1) + 1);
      const at::Tensor mixed = (1 - alpha) * smooth(h) + alpha * first;
      h = ((1 - beta) * mixed + beta * ops::matmul(mixed, weights_[l])).relu_();
      h = drop_hidden(h, l + 1, mode);
    }
    return h;
  }

 private:
  std::shared_ptr<Affine> embed_;
  std::vector<at::Tensor> weights_;  // [H, H] each
  PerGraph<Propagation> smooth_;
};

}  // namespace

std::shared_ptr<NodeClassifier> make_gcnii(const ModelConfig& config, const ParameterInit& init) {
  return std::make_shared<Gcnii>(config, init);
}

}  // namespace disgnn::nn
