#include <ATen/ATen.h>

#include "baselines/baseline.h"
#include "baselines/baselines.h"
#include "nn/propagation.h"

namespace disgnn::nn {
namespace {

/// Abu-El-Haija et al., "MixHop", ICML 2019: the powers 0, 1 and 2 of the normalised adjacency side
/// by side, h' = [ReLU(S^j h W_j + b_j)] for j in 0, 1, 2 with S = D^-1/2 (A + I) D^-1/2.
class MixHopLayer : public Module {
 public:
  MixHopLayer(const ModelConfig& config, std::int64_t input, std::uint16_t /*position*/,
              const ParameterInit& init)
      : hidden_(config.hidden),
        weight_(register_parameter("weight", init.xavier("weight", {input, kPowers * config.hidden},
                                                         input, config.hidden))),
        bias_(register_parameter("bias", init.constant({kPowers * config.hidden}, 0))) {}

  static std::int64_t width(const ModelConfig& config) { return kPowers * config.hidden; }
  [[nodiscard]] at::Tensor forward(const NodeInput& h, const ops::PairIndexPtr& edges,
                                   const ForwardMode& /*mode*/) const {
    const Propagation& smooth = smooth_.get(edges, symmetric_normalised);
    // One step over the columns of powers 1 and 2, another over those of power 2.
    const at::Tensor x = h.matmul(weight_);  // [N, 3H]
    const at::Tensor once = smooth(x.narrow(1, hidden_, 2 * hidden_));
    const at::Tensor twice = smooth(once.narrow(1, hidden_, hidden_));
    return (at::cat({x.narrow(1, 0, hidden_), once.narrow(1, 0, hidden_), twice}, 1) + bias_)
        .relu_();
  }

 private:
  static constexpr std::int64_t kPowers = 3;
  std::int64_t hidden_;
  at::Tensor weight_;  // [input, 3H]
  at::Tensor bias_;    // [3H]
  PerGraph<Propagation> smooth_;
};

}  // namespace

std::shared_ptr<NodeClassifier> make_mixhop(const ModelConfig& config, const ParameterInit& init) {
  return std::make_shared<StackedBaseline<MixHopLayer>>(config, init);
}

}  // namespace disgnn::nn
