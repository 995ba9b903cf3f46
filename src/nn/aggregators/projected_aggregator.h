#pragma once

#include <ATen/ATen.h>

#include "nn/aggregators/aggregators.h"

namespace disgnn::nn {

/// z_v^i = sum_u weight_vu^i W_feat_i h_u; subclasses say what the weights are.
class ProjectedAggregator : public Aggregator {
 public:
  ProjectedAggregator(const LayerSizes& sizes, const ParameterInit& init)
      : hidden_(sizes.hidden),
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

}  // namespace disgnn::nn
