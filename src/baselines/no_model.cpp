#include <ATen/ATen.h>

#include "baselines/baseline.h"
#include "baselines/baselines.h"

namespace disgnn::nn {
namespace {

/// Knows nothing of the nodes: as long as it is not trained, the biases of its classifier are 0 and
/// every class is as likely. What is said of the nodes then comes from the prediction stages alone.
class NoModel : public Baseline {
 public:
  NoModel(const ModelConfig& config, const ParameterInit& init) : Baseline(config, 1, init) {}

 protected:
  [[nodiscard]] at::Tensor encode(const NodeInput& h, const ops::PairIndexPtr& /*edges*/,
                                  const ForwardMode& /*mode*/) const override {
    return at::zeros({h.nodes(), 1},
                     named_parameters().front().second.options().requires_grad(false));
  }
};

}  // namespace

std::shared_ptr<NodeClassifier> make_no_model(const ModelConfig& config,
                                              const ParameterInit& init) {
  return std::make_shared<NoModel>(config, init);
}

}  // namespace disgnn::nn
