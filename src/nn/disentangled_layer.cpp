#include "disgnn/nn/disentangled_layer.h"

#include <ATen/ATen.h>

#include "disgnn/ops/channel_scores.h"
#include "disgnn/ops/dropout.h"

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
  LayerOutput out{.input = h,
                  .terms = scorer_->terms(h),
                  .scores = {},
                  .weights = {},
                  .messages = {},
                  .hidden = {}};
  out.scores = scorer_->score(out.terms, index);
  out.weights = aggregator_->weights(out.scores, index);
  const at::Tensor kept =
      mode.training ? ops::dropout(out.weights, config_.edge_dropout,
                                   mode.stream(RandomPurpose::kEdgeDropout, config_.position))
                    : out.weights;
  out.messages = aggregator_->messages(h, kept, index);
  out.hidden = at::leaky_relu(fuse_->forward(out.messages.flatten(1)), ops::kLeakySlope);
  return out;
}

at::Tensor DisentangledLayer::score_pairs(const LayerOutput& output,
                                          const ops::PairIndexPtr& pairs) const {
  return scorer_->score(output.terms, pairs);
}

}  // namespace disgnn::nn
