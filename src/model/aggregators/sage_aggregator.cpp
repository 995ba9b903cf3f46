#include <ATen/ATen.h>

#include "model/aggregators/aggregators.h"
#include "ops/pair_index_tensors.h"

namespace disgnn::nn {
namespace {

/// z_v^i = W_i [h_v ; sum_u A_vu^i h_u]. The map is linear, so its neighbour half is applied before
/// the sum: C sums of width H instead of width d.
class SageAggregator : public Aggregator {
 public:
  SageAggregator(const LayerSizes& sizes, ops::EdgeNorm norm, const ParameterInit& init)
      : Aggregator(norm), hidden_(sizes.hidden) {
    const std::int64_t width = sizes.channels * sizes.hidden;
    const std::int64_t fan_in = 2 * sizes.input;
    self_weight_ = register_parameter(
        "self_weight", init.xavier("self_weight", {sizes.input, width}, fan_in, sizes.hidden));
    neighbour_weight_ = register_parameter(
        "neighbour_weight",
        init.xavier("neighbour_weight", {sizes.input, width}, fan_in, sizes.hidden));
  }

  [[nodiscard]] std::vector<at::Tensor> projections(ChannelRange channels) const override {
    return {channels.columns_of(neighbour_weight_, hidden_),
            channels.columns_of(self_weight_, hidden_)};
  }
  [[nodiscard]] at::Tensor finish(const at::Tensor& sums, const NodeTerms& terms) const override {
    const at::Tensor& rows = terms.row_blocks.defined() ? terms.row_blocks : terms.blocks;
    const at::Tensor self = rows.select(1, rows.size(1) - 1);
    if (terms.rows == nullptr || terms.row_blocks.defined()) return sums + self;
    return sums + self.index_select(0, ops::index_tensor(terms.rows->positions));
  }

 private:
  std::int64_t hidden_;
  at::Tensor self_weight_;       // [d, C*H]
  at::Tensor neighbour_weight_;  // [d, C*H]
};

}  // namespace

std::shared_ptr<Aggregator> make_sage_aggregator(const LayerSizes& sizes, ops::EdgeNorm norm,
                                                 const ParameterInit& init) {
  return std::make_shared<SageAggregator>(sizes, norm, init);
}

}  // namespace disgnn::nn
