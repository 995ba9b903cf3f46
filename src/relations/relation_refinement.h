#pragma once

#include "disgnn/core/progress_callback.h"
#include "disgnn/relations/relation_model.h"
#include "relations/evidence.h"
#include "relations/group_factorisation.h"

namespace disgnn::relations {

struct RefinementOptions {
  int steps = 10;
  std::int64_t most_relations = 0;  ///< the strongest so many; 0: all
};

/// Turns groups into relations in which every node has exactly one group: alternates mean-field
/// updates of the memberships, relation after relation,
///   log q_vg = log pi_g + sum_w log(phi_wg + rest) - sum_w phi_wg
///            + sum_u log(theta_v theta_u p_g q_ug + rest) - theta_v p_g sum_u theta_u q_ug,
/// with those of word rates, link rates, background and noise. `rest` is the rate of everything
/// else. Non-links need no sampling: their rates are a product of sums. Every relation gets one
/// group more for those who are in none of its own: a group that the start missed. Groups that gain
/// too little are dropped, and halves of a group joined. O((links + words used) * groups) per step.
RelationModel refine_relations(const Evidence& evidence, const GroupFactors& factors,
                               const std::vector<std::vector<std::int64_t>>& relations,
                               const RefinementOptions& options, const ProgressCallback& step);

/// The score of a model in which all links are noise and all words background.
double score_without_relations(const Evidence& evidence);

}  // namespace disgnn::relations
