#pragma once

#include "disgnn/core/progress_callback.h"
#include "relations/node_table.h"

namespace disgnn::relations {

/// Turns at most; `step` of varimax is called before each.
inline constexpr int kMostTurns = 25;

/// Turns orthonormal columns so that their entries are as few and large as can be (Kaiser 1958),
/// and every column so that the large ones are positive. Eigenvectors of a graph mix its groups;
/// the turned columns are the groups (Rohe and Zeng 2023). O(N * columns^2) per step; the rotation
/// is found on at most 20,000 evenly spaced rows.
NodeTable varimax(const NodeTable& columns, const ProgressCallback& step);

}  // namespace disgnn::relations
