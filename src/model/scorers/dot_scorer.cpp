#include <ATen/ATen.h>

#include "disgnn/ops/pair_scores.h"
#include "disgnn/ops/reference.h"
#include "model/scorers/scorers.h"

namespace disgnn::nn {
namespace {

/// "DP" (paper, Eq. 21): s_vu^i = (W1_i h_v) . (W1_i h_u)
class DotScorer : public ChannelScorer {
 public:
  DotScorer(const LayerSizes& sizes, const ParameterInit& init)
      : kernels_(sizes.kernels),
        hidden_(sizes.hidden),
        weight_(register_parameter(
            "weight", init.xavier("weight", {sizes.input, sizes.channels * sizes.hidden},
                                  sizes.input, sizes.hidden))) {}

  [[nodiscard]] std::vector<at::Tensor> projections(ChannelRange channels) const override {
    return {channels.columns_of(weight_, hidden_)};
  }
  [[nodiscard]] at::Tensor score(const NodeTerms& terms,
                                 const ops::PairIndexPtr& index) const override {
    constexpr auto kKind = ops::ScoreKind::kDot;
    return kernels_ == ops::Kernels::kFast
               ? ops::pair_scores(kKind, terms.blocks, {}, index)
               : ops::reference::pair_scores(kKind, terms.blocks, {}, index);
  }
  [[nodiscard]] at::Tensor logits(const NodeTerms& terms,
                                  const ops::PairIndexPtr& index) const override {
    return kernels_ == ops::Kernels::kFast
               ? ops::pair_logits(ops::ScoreKind::kDot, terms.blocks, {}, index, terms.gradient)
               : ChannelScorer::logits(terms, index);
  }
  [[nodiscard]] std::optional<FusedScore> fused(ChannelRange /*channels*/) const override {
    return FusedScore{ops::ScoreKind::kDot, {}};
  }

 private:
  ops::Kernels kernels_;
  std::int64_t hidden_;
  at::Tensor weight_;  // [d, C*H]
};

}  // namespace

std::shared_ptr<ChannelScorer> make_dot_scorer(const LayerSizes& sizes, const ParameterInit& init,
                                               Start /*start*/) {
  return std::make_shared<DotScorer>(sizes, init);
}

}  // namespace disgnn::nn
