#pragma once

#include "disgnn/model/scorer.h"

namespace disgnn::nn {

std::shared_ptr<ChannelScorer> make_mlp_scorer(const LayerSizes& sizes, const ParameterInit& init,
                                               Start start);
std::shared_ptr<ChannelScorer> make_linear_scorer(const LayerSizes& sizes,
                                                  const ParameterInit& init, Start start);
/// Starts at random whatever is asked for: a product of two equal factors never leaves zero.
std::shared_ptr<ChannelScorer> make_dot_scorer(const LayerSizes& sizes, const ParameterInit& init,
                                               Start start);

}  // namespace disgnn::nn
