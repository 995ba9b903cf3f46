#include <ATen/ATen.h>

#include <algorithm>

#include "disgnn/core/error.h"
#include "ops/pair_index_tensors.h"
#include "pretext/tasks.h"

namespace disgnn::pretext {
namespace {

/// Self-training: nodes outside the training part whose class is predicted with high confidence
/// must keep it while features and layers are dropped out. Cross-entropy with the pseudo-labels,
/// classes weighted as in the node loss; the mean over these nodes, or over as many as there are
/// training nodes where these are more: a pseudo-label never weighs more than a true one.
class SelfTraining : public PretextTask {
 public:
  explicit SelfTraining(double confidence) : confidence_(confidence) {}

  [[nodiscard]] std::string name() const override { return "self"; }
  [[nodiscard]] bool uses_known_labels() const override { return true; }
  [[nodiscard]] at::Tensor loss(const PretextContext& context) const override {
    DISGNN_ASSERT(context.confidence.size() == context.known_labels.size());
    const at::Tensor& weights = context.class_weights;
    // A class without training nodes weighs nothing, and a mean over nothing is no number.
    const at::Tensor weighs = weights.defined() ? weights.gt(0) : at::Tensor();
    const bool* const counts = weighs.defined() ? weighs.data_ptr<bool>() : nullptr;
    std::vector<NodeId> nodes;
    std::vector<std::int32_t> classes;
    std::size_t in_training = 0;
    for (std::size_t v = 0; v < context.known_labels.size(); ++v) {
      if (context.known_labels[v] >= 0 && context.confidence[v] == 0) ++in_training;
      if (context.confidence[v] <= confidence_) continue;
      if (counts != nullptr && !counts[context.known_labels[v]]) continue;
      nodes.push_back(static_cast<NodeId>(v));
      classes.push_back(context.known_labels[v]);
    }
    const at::Tensor& hidden = context.output.hidden;
    if (nodes.empty()) return at::zeros({}, hidden.options());
    const at::Tensor mean_of_sure = at::cross_entropy_loss(
        context.model.classify(hidden.index_select(0, ops::index_tensor(nodes))),
        ops::index_tensor(classes), weights);
    return mean_of_sure *
           std::min(1.0, static_cast<double>(nodes.size()) / static_cast<double>(in_training));
  }

 private:
  double confidence_;
};

}  // namespace

std::shared_ptr<PretextTask> make_self_training(const PretextOptions& options,
                                                const nn::NodeClassifier& /*model*/,
                                                std::uint64_t /*seed*/) {
  return std::make_shared<SelfTraining>(options.self_confidence);
}

}  // namespace disgnn::pretext
