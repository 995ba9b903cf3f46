#include <ATen/ATen.h>

#include "disgnn/ops/pair_scores.h"
#include "model/scorers/scorers.h"

namespace disgnn::nn {
namespace {

/// "GO" (paper, Eq. 20): s_vu^i = a_i . [W1_i h_v ; W1_i h_u] =
/// (h_v W1_i) . a_row_i + (h_u W1_i) . a_column_i.
/// W1_i a_i is folded first, so that each node needs one number per channel and side.
class LinearScorer : public ChannelScorer {
 public:
  LinearScorer(const LayerSizes& sizes, const ParameterInit& init, Start start) {
    weight_ = register_parameter(
        "weight", init.xavier("weight", {sizes.input, sizes.channels, sizes.hidden}, sizes.input,
                              sizes.hidden));
    row_attention_ = register_parameter(
        "row_attention",
        init.weights(start, "row_attention", {sizes.channels, sizes.hidden}, 2 * sizes.hidden, 1));
    column_attention_ = register_parameter(
        "column_attention", init.weights(start, "column_attention", {sizes.channels, sizes.hidden},
                                         2 * sizes.hidden, 1));
  }

  void add_terms(const NodeInput& h, NodeTerms& terms) const override {
    terms.row = h.matmul(folded(row_attention_, terms.channels));
    terms.column = h.matmul(folded(column_attention_, terms.channels));
  }

  [[nodiscard]] at::Tensor score(const NodeTerms& terms,
                                 const ops::PairIndexPtr& index) const override {
    return ops::linear_scores(terms.row, terms.column, index);
  }

 private:
  /// W1_i a_i of some channels: [d, count]
  [[nodiscard]] at::Tensor folded(const at::Tensor& attention, ChannelRange channels) const {
    return (channels.of(weight_, 1) * channels.of(attention, 0)).sum(-1);
  }

  at::Tensor weight_;            // [d, C, H]
  at::Tensor row_attention_;     // [C, H]
  at::Tensor column_attention_;  // [C, H]
};

}  // namespace

std::shared_ptr<ChannelScorer> make_linear_scorer(const LayerSizes& sizes,
                                                  const ParameterInit& init, Start start) {
  return std::make_shared<LinearScorer>(sizes, init, start);
}

}  // namespace disgnn::nn
