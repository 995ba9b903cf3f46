#include <ATen/ATen.h>

#include "baselines/baseline.h"
#include "baselines/baselines.h"
#include "nn/propagation.h"

namespace disgnn::nn {
namespace {

/// Chien et al., "Adaptive Universal Generalized PageRank Graph Neural Network", ICLR 2021:
/// h = sum_k gamma_k S^k f(X), f an MLP, S = D^-1/2 (A + I) D^-1/2, the gammas learned from those
/// of personalised PageRank, alpha (1 - alpha)^k, without weight decay. The paper propagates
/// logits; here the hidden layer before the classifier that all models share.
class GprGnn : public Baseline {
 public:
  GprGnn(const ModelConfig& config, const ParameterInit& init)
      : Baseline(config, config.hidden, init),
        first_(register_module("first", std::make_shared<Affine>(config.features, config.hidden,
                                                                 init.scope("first")))),
        second_(register_module("second", std::make_shared<Affine>(config.hidden, config.hidden,
                                                                   init.scope("second")))) {
    const std::vector<float> shares = pagerank_shares(config.hops, config.alpha);
    for (std::size_t k = 0; k < shares.size(); ++k) {
      gammas_.push_back(register_parameter(fmt::format("gamma{}", k), init.values({shares[k]})));
    }
  }

  [[nodiscard]] ParamGroup param_group_of(const std::string& parameter) const override {
    return {.weight_decay = !parameter.starts_with("gamma")};
  }

 protected:
  [[nodiscard]] at::Tensor encode(const NodeInput& features, const ops::PairIndexPtr& edges,
                                  const ForwardMode& mode) const override {
    const Propagation& smooth = smooth_.get(edges, symmetric_normalised);
    const at::Tensor h = second_->forward(drop_hidden(first_->forward(features).relu_(), 0, mode));
    return drop_hidden(smooth.filtered(at::cat(gammas_), h, config().kernels), 1, mode);
  }

 private:
  std::shared_ptr<Affine> first_;
  std::shared_ptr<Affine> second_;
  std::vector<at::Tensor> gammas_;  // [1] each
  PerGraph<Propagation> smooth_;
};

}  // namespace

std::shared_ptr<NodeClassifier> make_gpr_gnn(const ModelConfig& config, const ParameterInit& init) {
  return std::make_shared<GprGnn>(config, init);
}

}  // namespace disgnn::nn
