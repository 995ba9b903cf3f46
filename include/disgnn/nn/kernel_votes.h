#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

#include "disgnn/graph/pair_index.h"

namespace disgnn::nn {

/// Kernel ridge regression of the known labels (others: -1) on the place of the nodes in the graph
/// (nn/place_kernel.h), f[N, K], 0 where nothing speaks for or against a class. A node with a known
/// label gets what the regression without it says, so that nodes with and without one see the same
/// kind of evidence. Of more than 4096 known labels a random part is used. O(N A + A^3) for A of
/// them.
at::Tensor kernel_votes(const PairIndex& edges, std::span<const std::int32_t> known_labels,
                        std::int32_t classes);

}  // namespace disgnn::nn
