#pragma once

#include <cstdint>
#include <vector>

#include "relations/node_table.h"

namespace disgnn::relations {

struct ExclusiveGroupsOptions {
  std::int64_t least_groups = 3;  ///< fewer do not make a relation
  double cut = 0.5;               ///< lift above which groups are of different relations
};

/// Groups of one relation share no members: everybody lives in one dormitory. Groups of different
/// relations share as many as chance makes them. So clusters of groups are joined, starting from
/// those with the least lift, (joint members + 1/2) / (joint members expected by chance + 1/2), the
/// members summed over all pairs of groups of the two clusters. Where no two groups are large
/// enough to tell, but all together share few members, they are those of one relation. Returns the
/// groups of every relation, larger relations first. O(groups^3 + memberships * groups of a node).
std::vector<std::vector<std::int64_t>> exclusive_groups(const NodeTable& members,
                                                        const ExclusiveGroupsOptions& options);

}  // namespace disgnn::relations
