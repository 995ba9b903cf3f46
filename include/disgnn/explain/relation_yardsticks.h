#pragma once

#include <optional>

#include "disgnn/data/dataset.h"

namespace disgnn {

/// What a relation NMI has to be compared with: the NMI with the true relation that is reached,
/// over the edges of known relation, by somebody who knows …
struct RelationYardsticks {
  /// … whether the two ends are of one class, and nothing else. Where that is half of what can be
  /// known, channels that only repeat the classes look as if they found relations.
  std::optional<double> same_class;
  /// … every true membership. Of the relations in which the two ends share a group the edge is said
  /// to be of the one that links most pairs of that group. The most that anything can reach that
  /// knows nothing of an edge but its ends.
  std::optional<double> memberships;
};

/// Nothing where relations, labels or memberships are not known. O(E * relations).
RelationYardsticks relation_yardsticks(const Dataset& data);

}  // namespace disgnn
