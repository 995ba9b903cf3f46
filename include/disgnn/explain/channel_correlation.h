#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// Pearson correlation [C, C] of the channels' values[E, C] over the edges of a graph (paper,
/// section "Case Study"). Self loops are left out. A channel that is the same on all edges
/// correlates with none but itself.
std::vector<double> channel_correlation(std::span<const float> values, std::int32_t channels,
                                        const PairIndex& edges);

}  // namespace disgnn
