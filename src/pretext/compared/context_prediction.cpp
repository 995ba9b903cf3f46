#include <ATen/ATen.h>

#include "disgnn/graph/context_nodes.h"
#include "disgnn/nn/affine.h"
#include "disgnn/ops/logistic_loss.h"
#include "disgnn/ops/weighted_sum.h"
#include "ops/pair_index_tensors.h"
#include "pretext/tasks.h"

namespace disgnn::pretext {
namespace {

/// Context prediction (Hu et al., "Strategies for Pre-training Graph Neural Networks", ICLR 2020):
/// a node must be recognised by what lies around its neighbourhood. The context of v is the mean of
/// a map of the features of some nodes 2 or 3 hops away; the dot product of h_v with its own
/// context is high, with that of another node low. Mean binary cross-entropy, one other context per
/// node.
class ContextPrediction : public PretextTask {
 public:
  ContextPrediction(const nn::NodeClassifier& model, std::uint64_t seed)
      : embed_(register_module("embed", std::make_shared<nn::Affine>(
                                            model.config().features, model.encoder_width(),
                                            nn::ParameterInit(seed).scope("context.embed")))) {}

  [[nodiscard]] std::string name() const override { return "context"; }

  [[nodiscard]] at::Tensor loss(const PretextContext& context) const override {
    const ContextNodes drawn = sample_contexts(
        *context.graph.index(), {.centres = kCentres, .nodes_per_context = kNodesPerContext},
        RandomStream(context.seed, RandomPurpose::kContextNodes, context.step));
    const auto count = static_cast<std::int64_t>(drawn.centres.size());
    const at::Tensor& hidden = context.output.hidden;
    if (count < 2) return at::zeros({}, hidden.options());
    const at::Tensor contexts = mean_features(context, drawn);  // [T, width]
    const at::Tensor centres = hidden.index_select(0, ops::index_tensor(drawn.centres));
    const at::Tensor own = (centres * contexts).sum(1);
    const at::Tensor other = (centres * contexts.roll(1, 0)).sum(1);
    const double share = 0.5 / static_cast<double>(count);
    return ops::logistic_loss(own, -share) + ops::logistic_loss(other, share);
  }

 private:
  [[nodiscard]] at::Tensor mean_features(const PretextContext& context,
                                         const ContextNodes& drawn) const {
    const at::Tensor embedded = embed_->forward(context.features).relu().unsqueeze(1);
    const at::Tensor weights =
        at::from_blob(const_cast<double*>(drawn.weights.data()), {drawn.around->entries(), 1},
                      at::kDouble)
            .to(embedded.scalar_type(), /*non_blocking=*/false, /*copy=*/true);
    return ops::weighted_sum(weights, embedded, drawn.around).squeeze(1);
  }

  static constexpr std::int64_t kCentres = 512;
  static constexpr std::int64_t kNodesPerContext = 16;
  std::shared_ptr<nn::Affine> embed_;
};

}  // namespace

std::shared_ptr<PretextTask> make_context_prediction(const PretextOptions& /*options*/,
                                                     const nn::NodeClassifier& model,
                                                     std::uint64_t seed) {
  return std::make_shared<ContextPrediction>(model, seed);
}

}  // namespace disgnn::pretext
