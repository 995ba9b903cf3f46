#pragma once

#include <vector>

#include "disgnn/model/disentangled_layer.h"

namespace disgnn {

/// How alike the channels of a layer are: Pearson correlations [C, C], see channel_correlation.h.
struct LayerCorrelation {
  std::vector<double> weight;     ///< of A
  std::vector<double> existence;  ///< of ê, which no normalisation over neighbours touches
};

LayerCorrelation layer_correlation(const nn::DisentangledLayer& layer,
                                   const nn::LayerOutput& output, const ops::PairIndexPtr& edges);

}  // namespace disgnn
