#include "disgnn/ops/edge_weights.h"
#include "nn/aggregators/projected_aggregator.h"

namespace disgnn::nn {
namespace {

/// z^i = D_i^-1/2 E_i D_i^-1/2 H W_feat_i with the channel's existence E_i as edge weights.
class GcnAggregator : public ProjectedAggregator {
 public:
  using ProjectedAggregator::ProjectedAggregator;

  [[nodiscard]] at::Tensor weights(const at::Tensor& scores,
                                   const ops::PairIndexPtr& index) const override {
    return ops::symmetric_weights(scores, index);
  }
  [[nodiscard]] bool uses_softmax() const override { return false; }
};

}  // namespace

std::shared_ptr<Aggregator> make_gcn_aggregator(const LayerSizes& sizes,
                                                const ParameterInit& init) {
  return std::make_shared<GcnAggregator>(sizes, init);
}

}  // namespace disgnn::nn
