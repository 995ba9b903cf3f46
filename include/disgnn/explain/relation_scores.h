#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "disgnn/data/dataset.h"
#include "disgnn/relations/relation_model.h"

namespace disgnn {

/// How well found relations fit the true ones.
struct RelationScores {
  double nmi = 0;  ///< of the likeliest found relation with the true one, edges of known relation
  double ari = 0;  ///< the same, adjusted Rand index
  /// AUC of the noise share for edges that are of no relation; nothing without such edges.
  std::optional<double> noise_auc;
  /// Of every true relation: the largest AUC of a found relation's share for its edges, against the
  /// other edges of known relation. The relation is chosen by the truth, so with many found
  /// relations it flatters.
  std::vector<std::optional<double>> relation_auc;
  /// Of every true relation: the largest NMI of its groups with those of a found relation, over the
  /// nodes whose membership is known. Empty where memberships are not known.
  std::vector<double> group_nmi;
};

/// Nothing where the true relations are not known. The truth is read for these scores alone.
std::optional<RelationScores> score_relations(const Dataset& data,
                                              const relations::RelationModel& model);

}  // namespace disgnn
