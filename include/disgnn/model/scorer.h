#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "disgnn/graph/row_subset.h"
#include "disgnn/model/channel_range.h"
#include "disgnn/model/layer_sizes.h"
#include "disgnn/nn/module.h"
#include "disgnn/nn/node_input.h"
#include "disgnn/nn/parameter_init.h"
#include "disgnn/ops/score_kind.h"
#include "disgnn/ops/shared_gradient.h"

namespace disgnn::nn {

/// The per-node part of a layer, computed once and used for every pair: of some channels, for the
/// nodes that receive (rows) and those that send (columns).
struct NodeTerms {
  ChannelRange channels;
  /// [N, B, C, H]: h times the projections of the scorer, then the aggregator. With row_blocks only
  /// what is read of the columns.
  at::Tensor blocks;
  at::Tensor row_blocks;  ///< [T, B', C, H]: what is read of the rows, where that is kept apart
  RowSubsetPtr rows;      ///< the rows, where not all nodes receive; else null
  at::Tensor row;         ///< [T, C]: a scalar per channel of the receiving node (linear scorer)
  at::Tensor column;      ///< [N, C]: the same of the sending node
  ops::SharedGradientPtr gradient;  ///< shared by all that differentiate the blocks, or null
};

/// What the attention operation needs to know of a scorer.
struct FusedScore {
  ops::ScoreKind kind;
  at::Tensor weight;  ///< [C, H], undefined for kDot
};

/// The edge disentanglement module: C channels that score node pairs (paper, Eq. 6, first line).
class ChannelScorer : public Module {
 public:
  /// Weights [d, C*H] whose products with h are the first blocks of the terms. The first is read of
  /// the receiving end, the last (there may be one for both) of the sending end.
  [[nodiscard]] virtual std::vector<at::Tensor> projections(ChannelRange /*channels*/) const {
    return {};
  }
  /// Fills in what is no block, of all nodes and for terms.channels.
  virtual void add_terms(const NodeInput& /*h*/, NodeTerms& /*terms*/) const {}
  /// All that it takes to score pairs, without what an aggregator adds.
  [[nodiscard]] NodeTerms terms_of(const NodeInput& h, ChannelRange channels) const;
  /// s[M, C] for the pairs of `index`, before the sigmoid.
  [[nodiscard]] virtual at::Tensor score(const NodeTerms& terms,
                                         const ops::PairIndexPtr& index) const = 0;
  /// s[M] summed over the channels.
  [[nodiscard]] virtual at::Tensor logits(const NodeTerms& terms,
                                          const ops::PairIndexPtr& index) const;
  /// Nothing when scores cannot be computed inside the attention operation.
  [[nodiscard]] virtual std::optional<FusedScore> fused(ChannelRange /*channels*/) const {
    return std::nullopt;
  }
};

/// By name: mlp, linear or dot. Adding one touches its own file and a line in scorer.cpp. All
/// scores of mlp and linear start at zero if asked to.
std::shared_ptr<ChannelScorer> make_scorer(const std::string& name, const LayerSizes& sizes,
                                           const ParameterInit& init, Start start = Start::kRandom);
std::vector<std::string> scorer_names();

}  // namespace disgnn::nn
