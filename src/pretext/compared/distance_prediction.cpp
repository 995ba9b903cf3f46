#include <ATen/ATen.h>

#include "disgnn/graph/distance_pairs.h"
#include "disgnn/nn/affine.h"
#include "ops/pair_index_tensors.h"
#include "pretext/tasks.h"

namespace disgnn::pretext {
namespace {

/// Pairwise distance prediction (Jin et al., "Self-supervised Learning on Graphs", 2020): from
/// |h_v - h_u| a linear map must tell whether two nodes are 1, 2, 3 or more hops apart. Pairs are
/// drawn anew in every step by searching from a few nodes; each distance counts alike. Mean cross-
/// entropy.
class DistancePrediction : public PretextTask {
 public:
  DistancePrediction(const nn::NodeClassifier& model, std::uint64_t seed)
      : output_(register_module("output", std::make_shared<nn::Affine>(
                                              model.encoder_width(), kDistanceClasses,
                                              nn::ParameterInit(seed).scope("distance.output")))) {}

  [[nodiscard]] std::string name() const override { return "distance"; }

  [[nodiscard]] at::Tensor loss(const PretextContext& context) const override {
    const DistancePairs pairs = sample_distance_pairs(
        *context.graph.index(), {.sources = kSources, .per_class = kPairsPerClass},
        RandomStream(context.seed, RandomPurpose::kDistancePairs, context.step));
    const at::Tensor& hidden = context.output.hidden;
    if (pairs.first.empty()) return at::zeros({}, hidden.options());
    const at::Tensor apart = (hidden.index_select(0, ops::index_tensor(pairs.first)) -
                              hidden.index_select(0, ops::index_tensor(pairs.second)))
                                 .abs();
    return at::cross_entropy_loss(output_->forward(apart), ops::index_tensor(pairs.classes));
  }

 private:
  static constexpr std::int64_t kSources = 16;
  static constexpr std::int64_t kPairsPerClass = 16;  // of each source
  std::shared_ptr<nn::Affine> output_;
};

}  // namespace

std::shared_ptr<PretextTask> make_distance_prediction(const PretextOptions& /*options*/,
                                                      const nn::NodeClassifier& model,
                                                      std::uint64_t seed) {
  return std::make_shared<DistancePrediction>(model, seed);
}

}  // namespace disgnn::pretext
