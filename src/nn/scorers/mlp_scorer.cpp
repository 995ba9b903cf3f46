#include <ATen/ATen.h>

#include "disgnn/ops/channel_scores.h"
#include "nn/project_channels.h"
#include "nn/scorers/scorers.h"

namespace disgnn::nn {
namespace {

/// s_vu^i = w2_i . LeakyReLU(W1_i [h_v ; h_u]), W1_i split into its v half and its u half.
class MlpScorer : public ChannelScorer {
 public:
  MlpScorer(const LayerSizes& sizes, const ParameterInit& init) : sizes_(sizes) {
    const std::int64_t width = sizes.channels * sizes.hidden;
    const std::int64_t fan_in = 2 * sizes.input;
    row_weight_ = register_parameter(
        "row_weight", init.xavier("row_weight", {sizes.input, width}, fan_in, sizes.hidden));
    column_weight_ = register_parameter(
        "column_weight", init.xavier("column_weight", {sizes.input, width}, fan_in, sizes.hidden));
    output_weight_ = register_parameter(
        "output_weight",
        init.xavier("output_weight", {sizes.channels, sizes.hidden}, sizes.hidden, 1));
  }

  [[nodiscard]] ScorerTerms terms(const NodeInput& h) const override {
    return {project_channels(h, row_weight_, sizes_), project_channels(h, column_weight_, sizes_)};
  }

  [[nodiscard]] at::Tensor score(const ScorerTerms& terms,
                                 const ops::PairIndexPtr& index) const override {
    return ops::mlp_scores(terms.row, terms.column, output_weight_, index);
  }

 private:
  LayerSizes sizes_;
  at::Tensor row_weight_;     // [d, C*H]
  at::Tensor column_weight_;  // [d, C*H]
  at::Tensor output_weight_;  // [C, H]
};

}  // namespace

std::shared_ptr<ChannelScorer> make_mlp_scorer(const LayerSizes& sizes, const ParameterInit& init) {
  return std::make_shared<MlpScorer>(sizes, init);
}

}  // namespace disgnn::nn
