#include <ATen/ATen.h>

#include "model/aggregators/aggregators.h"

namespace disgnn::nn {
namespace {

/// Eq. 7: z_v^i = sum_u A_vu^i W_feat_i h_u. `attention`: A is the channel's existence normalised
/// over v's entries; `gcn`: A = D_i^-1/2 E_i D_i^-1/2, as in a GCN with the existence E_i as edge
/// weights.
class ProjectedAggregator : public Aggregator {
 public:
  ProjectedAggregator(const LayerSizes& sizes, ops::EdgeNorm norm, const ParameterInit& init)
      : Aggregator(norm),
        hidden_(sizes.hidden),
        feature_weight_(register_parameter(
            "feature_weight",
            init.xavier("feature_weight", {sizes.input, sizes.channels * sizes.hidden}, sizes.input,
                        sizes.hidden))) {}

  [[nodiscard]] std::vector<at::Tensor> projections(ChannelRange channels) const override {
    return {channels.columns_of(feature_weight_, hidden_)};
  }

 private:
  std::int64_t hidden_;
  at::Tensor feature_weight_;  // [d, C*H]
};

}  // namespace

std::shared_ptr<Aggregator> make_attention_aggregator(const LayerSizes& sizes, ops::EdgeNorm norm,
                                                      const ParameterInit& init) {
  return std::make_shared<ProjectedAggregator>(sizes, norm, init);
}

std::shared_ptr<Aggregator> make_gcn_aggregator(const LayerSizes& sizes, ops::EdgeNorm /*norm*/,
                                                const ParameterInit& init) {
  return std::make_shared<ProjectedAggregator>(sizes, ops::EdgeNorm::kSymmetric, init);
}

}  // namespace disgnn::nn
