#pragma once

#include "disgnn/model/aggregator.h"

namespace disgnn::nn {

std::shared_ptr<Aggregator> make_attention_aggregator(const LayerSizes& sizes, ops::EdgeNorm norm,
                                                      const ParameterInit& init);
std::shared_ptr<Aggregator> make_gcn_aggregator(const LayerSizes& sizes, ops::EdgeNorm norm,
                                                const ParameterInit& init);
std::shared_ptr<Aggregator> make_sage_aggregator(const LayerSizes& sizes, ops::EdgeNorm norm,
                                                 const ParameterInit& init);

}  // namespace disgnn::nn
