#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "disgnn/relations/relation_model.h"

namespace disgnn::nn {

/// What the groups of nodes say of their classes, from the labels of some.
struct ClassesOfGroups {
  std::vector<double> probabilities;  ///< [N, K]
  std::vector<double> weights;        ///< [relations] how much each relation counts; sum 1
  /// How often the class of a labelled node is found from the others' labels, smoothed; where every
  /// label is the only one of its class, how sure the probabilities are on average.
  double reliability = 0;
};

/// In every relation c the members of a group have classes as its labelled members have,
///   p_c(k | v) = sum_g q_vg^c (n_gk + pi_k) / (n_g + 1),
/// with n_gk the (expected) number of members of group g labelled k and pi_k the share of class k
/// among the labels. Relations are averaged with weights that say how likely each of them makes
/// the labels, every label predicted from all others: a relation that has nothing to do with the
/// classes loses by this with a few labels already. `labels` [N] holds -1 where it is not known.
/// O(N * groups * K).
ClassesOfGroups classes_of_groups(const relations::RelationModel& model,
                                  std::span<const std::int32_t> labels, std::int32_t classes);

}  // namespace disgnn::nn
