#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "disgnn/data/npy.h"
#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// Edges [E, 2] with every index in [0, nodes). Throws Error (kInput) naming the row otherwise.
std::vector<NodePair> pairs_from_array(const NpyArray& array, NodeId nodes);

/// Class or relation numbers [n], -1 = none. `what` names them in errors ("label").
std::vector<std::int32_t> codes_from_array(const NpyArray& array, const std::string& what);

/// Group numbers [relations, nodes], one row per relation, -1 = none.
std::vector<std::vector<std::int32_t>> memberships_from_array(const NpyArray& array, NodeId nodes);

}  // namespace disgnn
