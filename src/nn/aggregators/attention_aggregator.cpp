#include <ATen/ATen.h>

#include "disgnn/ops/edge_weights.h"
#include "disgnn/ops/weighted_sum.h"
#include "nn/aggregators/aggregators.h"

namespace disgnn::nn {
namespace {

/// z_v^i = sum_u A_vu^i W_feat_i h_u, A = softmax of the existence over v's entries.
class AttentionAggregator : public Aggregator {
 public:
  AttentionAggregator(const LayerSizes& sizes, const ParameterInit& init) : sizes_(sizes) {
    feature_weight_ = register_parameter(
        "feature_weight",
        init.xavier("feature_weight", {sizes.input, sizes.channels * sizes.hidden}, sizes.input,
                    sizes.hidden));
  }

  [[nodiscard]] at::Tensor weights(const at::Tensor& scores,
                                   const ops::PairIndexPtr& index) const override {
    return ops::softmax_weights(scores, index);
  }

  [[nodiscard]] at::Tensor messages(const NodeInput& h, const at::Tensor& weights,
                                    const ops::PairIndexPtr& index) const override {
    return ops::weighted_sum(weights, project_channels(h, feature_weight_, sizes_), index);
  }

 private:
  LayerSizes sizes_;
  at::Tensor feature_weight_;  // [d, C*H]
};

}  // namespace

std::shared_ptr<Aggregator> make_attention_aggregator(const LayerSizes& sizes,
                                                      const ParameterInit& init) {
  return std::make_shared<AttentionAggregator>(sizes, init);
}

}  // namespace disgnn::nn
