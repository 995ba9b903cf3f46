#pragma once

#include <ATen/ATen.h>

#include "disgnn/ops/weighted_sum.h"
#include "nn/aggregators/aggregators.h"
#include "nn/project_channels.h"

namespace disgnn::nn {

/// z_v^i = sum_u weight_vu^i W_feat_i h_u; subclasses say what the weights are.
class ProjectedAggregator : public Aggregator {
 public:
  ProjectedAggregator(const LayerSizes& sizes, const ParameterInit& init)
      : sizes_(sizes),
        feature_weight_(register_parameter(
            "feature_weight",
            init.xavier("feature_weight", {sizes.input, sizes.channels * sizes.hidden}, sizes.input,
                        sizes.hidden))) {}

  [[nodiscard]] at::Tensor messages(const NodeInput& h, const at::Tensor& weights,
                                    const ops::PairIndexPtr& index) const override {
    return ops::weighted_sum(weights, project_channels(h, feature_weight_, sizes_), index);
  }

 private:
  LayerSizes sizes_;
  at::Tensor feature_weight_;  // [d, C*H]
};

}  // namespace disgnn::nn
