#include <ATen/ATen.h>

#include "disgnn/ops/channel_scores.h"
#include "nn/project_channels.h"
#include "nn/scorers/scorers.h"

namespace disgnn::nn {
namespace {

/// "DP": s_vu^i = (W1_i h_v) . (W1_i h_u)
class DotScorer : public ChannelScorer {
 public:
  DotScorer(const LayerSizes& sizes, const ParameterInit& init) : sizes_(sizes) {
    weight_ = register_parameter(
        "weight", init.xavier("weight", {sizes.input, sizes.channels * sizes.hidden}, sizes.input,
                              sizes.hidden));
  }

  [[nodiscard]] ScorerTerms terms(const NodeInput& h) const override {
    const at::Tensor projected = project_channels(h, weight_, sizes_);
    return {projected, projected};
  }

  [[nodiscard]] at::Tensor score(const ScorerTerms& terms,
                                 const ops::PairIndexPtr& index) const override {
    return ops::dot_scores(terms.row, index);
  }

 private:
  LayerSizes sizes_;
  at::Tensor weight_;  // [d, C*H]
};

}  // namespace

std::shared_ptr<ChannelScorer> make_dot_scorer(const LayerSizes& sizes, const ParameterInit& init) {
  return std::make_shared<DotScorer>(sizes, init);
}

}  // namespace disgnn::nn
