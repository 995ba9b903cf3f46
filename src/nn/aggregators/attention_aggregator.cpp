#include "disgnn/ops/edge_weights.h"
#include "nn/aggregators/projected_aggregator.h"

namespace disgnn::nn {
namespace {

/// z_v^i = sum_u A_vu^i W_feat_i h_u, A = softmax of the existence over v's entries.
class AttentionAggregator : public ProjectedAggregator {
 public:
  using ProjectedAggregator::ProjectedAggregator;

  [[nodiscard]] at::Tensor weights(const at::Tensor& scores,
                                   const ops::PairIndexPtr& index) const override {
    return ops::softmax_weights(scores, index);
  }
  [[nodiscard]] bool uses_softmax() const override { return true; }
};

}  // namespace

std::shared_ptr<Aggregator> make_attention_aggregator(const LayerSizes& sizes,
                                                      const ParameterInit& init) {
  return std::make_shared<AttentionAggregator>(sizes, init);
}

}  // namespace disgnn::nn
