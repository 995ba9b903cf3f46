#include <ATen/ATen.h>

#include "baselines/baseline.h"
#include "baselines/baselines.h"
#include "nn/propagation.h"

namespace disgnn::nn {
namespace {

/// Kipf and Welling, "Semi-Supervised Classification with Graph Convolutional Networks", ICLR 2017:
/// h' = ReLU(D^-1/2 (A + I) D^-1/2 h W + b).
class GcnLayer : public Module {
 public:
  GcnLayer(const ModelConfig& config, std::int64_t input, std::uint16_t /*position*/,
           const ParameterInit& init)
      : weight_(register_parameter(
            "weight", init.xavier("weight", {input, config.hidden}, input, config.hidden))),
        bias_(register_parameter("bias", init.constant({config.hidden}, 0))) {}

  static std::int64_t width(const ModelConfig& config) { return config.hidden; }
  [[nodiscard]] at::Tensor forward(const NodeInput& h, const ops::PairIndexPtr& edges,
                                   const ForwardMode& /*mode*/) const {
    const Propagation& smooth = smooth_.get(edges, symmetric_normalised);
    return (smooth(h.matmul(weight_)) + bias_).relu_();
  }

 private:
  at::Tensor weight_;  // [input, H]
  at::Tensor bias_;    // [H]
  PerGraph<Propagation> smooth_;
};

}  // namespace

std::shared_ptr<NodeClassifier> make_gcn(const ModelConfig& config, const ParameterInit& init) {
  return std::make_shared<StackedBaseline<GcnLayer>>(config, init);
}

}  // namespace disgnn::nn
