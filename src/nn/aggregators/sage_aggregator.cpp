#include <ATen/ATen.h>

#include "disgnn/ops/edge_weights.h"
#include "nn/aggregators/aggregators.h"

namespace disgnn::nn {
namespace {

/// z_v^i = W_i [h_v ; sum_u A_vu^i h_u]. The map is linear, so its neighbour half is applied before
/// the sum: C sums of width H instead of width d.
class SageAggregator : public Aggregator {
 public:
  SageAggregator(const LayerSizes& sizes, const ParameterInit& init) {
    const std::int64_t width = sizes.channels * sizes.hidden;
    const std::int64_t fan_in = 2 * sizes.input;
    self_weight_ = register_parameter(
        "self_weight", init.xavier("self_weight", {sizes.input, width}, fan_in, sizes.hidden));
    neighbour_weight_ = register_parameter(
        "neighbour_weight",
        init.xavier("neighbour_weight", {sizes.input, width}, fan_in, sizes.hidden));
  }

  [[nodiscard]] at::Tensor weights(const at::Tensor& scores,
                                   const ops::PairIndexPtr& index) const override {
    return ops::softmax_weights(scores, index);
  }

  [[nodiscard]] bool uses_softmax() const override { return true; }

  [[nodiscard]] std::vector<at::Tensor> projections() const override {
    return {neighbour_weight_, self_weight_};
  }
  [[nodiscard]] at::Tensor finish(const at::Tensor& sums, const NodeTerms& terms) const override {
    return sums + terms.blocks.select(1, terms.blocks.size(1) - 1);
  }

 private:
  at::Tensor self_weight_;       // [d, C*H]
  at::Tensor neighbour_weight_;  // [d, C*H]
};

}  // namespace

std::shared_ptr<Aggregator> make_sage_aggregator(const LayerSizes& sizes,
                                                 const ParameterInit& init) {
  return std::make_shared<SageAggregator>(sizes, init);
}

}  // namespace disgnn::nn
