#include <ATen/ATen.h>

#include "disgnn/ops/pair_scores.h"
#include "disgnn/ops/reference.h"
#include "model/scorers/scorers.h"

namespace disgnn::nn {
namespace {

/// Eq. 6: s_vu^i = w2_i . LeakyReLU(W1_i [h_v ; h_u]), W1_i split into its v half and its u half.
class MlpScorer : public ChannelScorer {
 public:
  MlpScorer(const LayerSizes& sizes, const ParameterInit& init, Start start)
      : kernels_(sizes.kernels), hidden_(sizes.hidden) {
    const std::int64_t width = sizes.channels * sizes.hidden;
    const std::int64_t fan_in = 2 * sizes.input;
    row_weight_ = register_parameter(
        "row_weight", init.xavier("row_weight", {sizes.input, width}, fan_in, sizes.hidden));
    column_weight_ = register_parameter(
        "column_weight", init.xavier("column_weight", {sizes.input, width}, fan_in, sizes.hidden));
    output_weight_ = register_parameter(
        "output_weight",
        init.weights(start, "output_weight", {sizes.channels, sizes.hidden}, sizes.hidden, 1));
  }

  [[nodiscard]] std::vector<at::Tensor> projections(ChannelRange channels) const override {
    return {channels.columns_of(row_weight_, hidden_),
            channels.columns_of(column_weight_, hidden_)};
  }
  [[nodiscard]] at::Tensor score(const NodeTerms& terms,
                                 const ops::PairIndexPtr& index) const override {
    constexpr auto kKind = ops::ScoreKind::kMlp;
    const at::Tensor weight = terms.channels.of(output_weight_, 0);
    return kernels_ == ops::Kernels::kFast
               ? ops::pair_scores(kKind, terms.blocks, weight, index)
               : ops::reference::pair_scores(kKind, terms.blocks, weight, index);
  }
  [[nodiscard]] at::Tensor logits(const NodeTerms& terms,
                                  const ops::PairIndexPtr& index) const override {
    if (kernels_ != ops::Kernels::kFast) return ChannelScorer::logits(terms, index);
    return ops::pair_logits(ops::ScoreKind::kMlp, terms.blocks,
                            terms.channels.of(output_weight_, 0), index, terms.gradient);
  }
  [[nodiscard]] std::optional<FusedScore> fused(ChannelRange channels) const override {
    return FusedScore{ops::ScoreKind::kMlp, channels.of(output_weight_, 0)};
  }

 private:
  ops::Kernels kernels_;
  std::int64_t hidden_;
  at::Tensor row_weight_;     // [d, C*H]
  at::Tensor column_weight_;  // [d, C*H]
  at::Tensor output_weight_;  // [C, H]
};

}  // namespace

std::shared_ptr<ChannelScorer> make_mlp_scorer(const LayerSizes& sizes, const ParameterInit& init,
                                               Start start) {
  return std::make_shared<MlpScorer>(sizes, init, start);
}

}  // namespace disgnn::nn
