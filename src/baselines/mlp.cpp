#include <ATen/ATen.h>

#include "baselines/baseline.h"
#include "baselines/baselines.h"

namespace disgnn::nn {
namespace {

/// h' = ReLU(h W + b): no edges at all.
class MlpLayer : public Module {
 public:
  MlpLayer(const ModelConfig& config, std::int64_t input, std::uint16_t /*position*/,
           const ParameterInit& init)
      : linear_(register_module(
            "linear", std::make_shared<Affine>(input, config.hidden, init.scope("linear")))) {}

  static std::int64_t width(const ModelConfig& config) { return config.hidden; }
  [[nodiscard]] at::Tensor forward(const NodeInput& h, const ops::PairIndexPtr& /*edges*/,
                                   const ForwardMode& /*mode*/) const {
    return linear_->forward(h).relu_();
  }

 private:
  std::shared_ptr<Affine> linear_;
};

}  // namespace

std::shared_ptr<NodeClassifier> make_mlp(const ModelConfig& config, const ParameterInit& init) {
  return std::make_shared<StackedBaseline<MlpLayer>>(config, init);
}

}  // namespace disgnn::nn
