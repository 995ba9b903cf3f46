#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn::nn {

/// The nodes with a known label (others: -1), ascending; of more than `most` a random part.
std::vector<NodeId> choose_landmarks(std::span<const std::int32_t> known_labels, std::size_t most);

}  // namespace disgnn::nn
