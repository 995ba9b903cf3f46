#include <ATen/ATen.h>

#include "pretext/tasks.h"

namespace disgnn::pretext {
namespace {

/// Beyond the paper: what the model says of a node while features, neighbours and units drop out
/// must agree with what it says without dropout, made sharper (after Feng et al., "Graph Random
/// Neural Networks", NeurIPS 2020). Cross-entropy, mean over all nodes; the target of a training
/// node is its true class, and a constant everywhere: the model without dropout teaches, it does
/// not follow.
class PredictionConsistency : public PretextTask {
 public:
  explicit PredictionConsistency(PretextOptions options) : options_(std::move(options)) {}

  [[nodiscard]] std::string name() const override { return "consistency"; }

  [[nodiscard]] bool uses_predictions() const override { return true; }

  [[nodiscard]] at::Tensor loss(const PretextContext& context) const override {
    const at::Tensor& hidden = context.output.hidden;
    if (!context.predictions.defined()) return at::zeros({}, hidden.options());
    const at::Tensor powered = context.predictions.pow(options_.sharpening);
    const at::Tensor target = powered / powered.sum(1, /*keepdim=*/true);  // [N, K]
    const at::Tensor said = at::log_softmax(context.model.classify(hidden), 1);
    return -(target.to(said.scalar_type()) * said).sum(1).mean();
  }

 private:
  PretextOptions options_;
};

}  // namespace

std::shared_ptr<PretextTask> make_prediction_consistency(const PretextOptions& options,
                                                         const nn::NodeClassifier& /*model*/,
                                                         std::uint64_t /*seed*/) {
  return std::make_shared<PredictionConsistency>(options);
}

}  // namespace disgnn::pretext
