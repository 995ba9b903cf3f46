#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "disgnn/nn/affine.h"
#include "ops/pair_index_tensors.h"
#include "pretext/tasks.h"

namespace disgnn::pretext {
namespace {

/// Masked attribute prediction (Hu et al., "Strategies for Pre-training Graph Neural Networks",
/// ICLR 2020): the features of some nodes are set to zero, and a linear map of the encoder's output
/// must give them back. Bag-of-words features: which words were there, binary cross-entropy; dense
/// features: squared error. Mean over the hidden nodes and columns.
class AttributePrediction : public PretextTask {
 public:
  AttributePrediction(const nn::NodeClassifier& model, std::uint64_t seed)
      : decoder_(register_module(
            "decoder",
            std::make_shared<nn::Affine>(model.encoder_width(), model.config().features,
                                         nn::ParameterInit(seed).scope("attribute.decoder")))) {}

  [[nodiscard]] std::string name() const override { return "attribute"; }

  [[nodiscard]] at::Tensor loss(const PretextContext& context) const override {
    const std::vector<NodeId> masked = draw_nodes(context);
    nn::ForwardMode mode{.training = true, .seed = context.seed, .step = context.step};
    mode.wanted = nn::ForwardMode::Wanted::kHidden;
    const at::Tensor hidden =
        context.model.forward(context.features.without_rows(masked), context.graph.index(), mode)
            .hidden;
    const at::Tensor found = decoder_->forward(hidden.index_select(0, ops::index_tensor(masked)));
    const at::Tensor target = context.features.dense_rows(masked).to(found.scalar_type());
    if (context.features.is_sparse()) {
      return at::binary_cross_entropy_with_logits(found, target.ne(0).to(found.scalar_type()));
    }
    return at::mse_loss(found, target);
  }

 private:
  /// 15 % of the nodes as in the paper, but no more than the decoder's table [nodes, d] can bear.
  static std::vector<NodeId> draw_nodes(const PretextContext& context) {
    constexpr double kShare = 0.15;
    constexpr std::int64_t kMost = 1024;
    const NodeId nodes = context.graph.nodes();
    const std::int64_t count = std::clamp<std::int64_t>(std::llround(kShare * nodes), 1,
                                                        std::min<std::int64_t>(kMost, nodes));
    const RandomPermutation order(
        nodes, RandomStream(context.seed, RandomPurpose::kMaskedNodes, context.step));
    std::vector<NodeId> drawn;
    for (std::int64_t i = 0; i < count; ++i) drawn.push_back(static_cast<NodeId>(order(i)));
    return drawn;
  }

  std::shared_ptr<nn::Affine> decoder_;
};

}  // namespace

std::shared_ptr<PretextTask> make_attribute_prediction(const PretextOptions& /*options*/,
                                                       const nn::NodeClassifier& model,
                                                       std::uint64_t seed) {
  return std::make_shared<AttributePrediction>(model, seed);
}

}  // namespace disgnn::pretext
