#include "disgnn/nn/disentangled_layer.h"

#include <ATen/ATen.h>

#include "disgnn/ops/dropout.h"
#include "disgnn/ops/leaky_slope.h"
#include "disgnn/ops/reference.h"
#include "disgnn/ops/weighted_sum.h"

namespace disgnn::nn {

DisentangledLayer::DisentangledLayer(const LayerConfig& config, const ParameterInit& init)
    : config_(config),
      scorer_(register_module("scorer",
                              make_scorer(config.scorer, config.sizes, init.scope("scorer")))),
      aggregator_(register_module("aggregator", make_aggregator(config.aggregator, config.sizes,
                                                                init.scope("aggregator")))),
      fuse_(register_module("fuse",
                            std::make_shared<Affine>(config.sizes.channels * config.sizes.hidden,
                                                     config.sizes.hidden, init.scope("fuse")))) {}

LayerOutput DisentangledLayer::forward(const NodeInput& h, const ops::PairIndexPtr& index,
                                       const ForwardMode& mode) const {
  LayerOutput out{.input = h, .terms = terms_of(h), .scores = {}, .messages = {}, .hidden = {}};
  const ops::EdgeDropout dropout{mode.training ? config_.edge_dropout : 0,
                                 mode.stream(RandomPurpose::kEdgeDropout, config_.position)};
  const ops::ChannelAttention attention = attend(out.terms, index, dropout);
  out.scores = attention.scores;
  out.messages = aggregator_->finish(attention.messages, out.terms);
  out.hidden = at::leaky_relu(fuse_->forward(out.messages.flatten(1)), ops::kLeakySlope);
  return out;
}

NodeTerms DisentangledLayer::terms_of(const NodeInput& h) const {
  std::vector<at::Tensor> weights = scorer_->projections();
  const std::vector<at::Tensor> more = aggregator_->projections();
  weights.insert(weights.end(), more.begin(), more.end());
  const LayerSizes& sizes = config_.sizes;
  NodeTerms terms;
  terms.blocks = h.project(weights).view(
      {h.nodes(), static_cast<std::int64_t>(weights.size()), sizes.channels, sizes.hidden});
  scorer_->add_terms(h, terms);
  // Only where nothing but the fused attention and pair scores read the blocks.
  const auto fused = scorer_->fused();
  if (fused && aggregator_->uses_softmax() &&
      terms.blocks.size(1) == ops::score_terms(fused->kind) + 1) {
    terms.gradient = std::make_shared<ops::TermGradient>();
  }
  return terms;
}

ops::ChannelAttention DisentangledLayer::attend(const NodeTerms& terms,
                                                const ops::PairIndexPtr& index,
                                                const ops::EdgeDropout& dropout) const {
  const auto fused = scorer_->fused();
  const bool fast = config_.sizes.kernels == ops::Kernels::kFast;
  if (fused && aggregator_->uses_softmax()) {
    return fast ? ops::channel_attention(fused->kind, terms.blocks, fused->weight, index, dropout,
                                         terms.gradient)
                : ops::reference::channel_attention(fused->kind, terms.blocks, fused->weight, index,
                                                    dropout);
  }
  const at::Tensor scores = scorer_->score(terms, index);
  const at::Tensor weights =
      ops::dropout(aggregator_->weights(scores, index), dropout.p, dropout.stream);
  const auto value_block = static_cast<std::int64_t>(scorer_->projections().size());
  const at::Tensor values = terms.blocks.select(1, value_block);
  return {scores, fast ? ops::weighted_sum(weights, values, index)
                       : ops::reference::weighted_sum(weights, values, index)};
}

at::Tensor DisentangledLayer::pair_logits(const LayerOutput& output,
                                          const ops::PairIndexPtr& pairs) const {
  return scorer_->logits(output.terms, pairs);
}

at::Tensor DisentangledLayer::edge_weights(const LayerOutput& output,
                                           const ops::PairIndexPtr& index) const {
  return aggregator_->weights(output.scores, index);
}

}  // namespace disgnn::nn
