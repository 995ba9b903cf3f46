#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// What the nodes with a known label (others: -1) say about the class of each node, its own label
/// left out, so that nodes with and without one see the same kind of evidence. votes[N * 2K], per
/// node K shares each of
///   neighbours: those with a known label
///   look-alikes: all with a known label that share neighbours with it, weighted by the eighth
///     power of their similarity (graph/link_similarity.h). Nodes that are hardly similar to any
///     have shares that add up to less than one.
/// O(sum over the nodes of squared degrees).
std::vector<float> label_votes(const PairIndex& edges, std::span<const std::int32_t> known_labels,
                               std::int32_t classes);

}  // namespace disgnn
