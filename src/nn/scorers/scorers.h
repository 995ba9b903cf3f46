#pragma once

#include "disgnn/nn/scorer.h"

namespace disgnn::nn {

std::shared_ptr<ChannelScorer> make_mlp_scorer(const LayerSizes& sizes, const ParameterInit& init);
std::shared_ptr<ChannelScorer> make_linear_scorer(const LayerSizes& sizes,
                                                  const ParameterInit& init);
std::shared_ptr<ChannelScorer> make_dot_scorer(const LayerSizes& sizes, const ParameterInit& init);

}  // namespace disgnn::nn
