#pragma once

#include <memory>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

// Other neighbourhoods of the nodes of a graph, as indices of their own.

/// All entries but the self loops.
std::shared_ptr<const PairIndex> without_self_loops(const PairIndex& edges);
/// The same entries and one from every node to itself.
std::shared_ptr<const PairIndex> with_self_loops(const PairIndex& edges);

/// For every node the nodes at distance exactly 2, in ascending order; of more than `most` a random
/// part that depends on the node alone, so that hubs do not make it a table of N x N. O(sum over
/// the entries of the degrees).
std::shared_ptr<const PairIndex> two_hop_neighbours(const PairIndex& edges, std::int64_t most);

/// How many nodes at distance 2 a node of a graph of this size keeps: all on small graphs, on
/// others so many that there are about two million entries in total, but never fewer than 32.
std::int64_t two_hop_limit(NodeId nodes);

}  // namespace disgnn
