#pragma once

#include "disgnn/core/progress_callback.h"
#include "relations/evidence.h"
#include "relations/node_table.h"

namespace disgnn::relations {

/// Overlapping groups that explain links and words as Poisson counts:
///   rate of the link v-u = noise + sum_g s_g f_vg f_ug
///   rate of word w at v  = b_w   + sum_g f_vg phi_wg
/// Nothing here says that a node is in one group of a relation: that is found out afterwards.
struct GroupFactors {
  NodeTable members;              ///< f[N, groups]
  NodeTable word_rates;           ///< phi[d, groups]
  std::vector<float> strengths;   ///< s[width]
  std::vector<float> background;  ///< b[d]
  double noise = 0;

  [[nodiscard]] std::int64_t groups() const { return members.columns; }
};

/// Groups after their first guess, one column of `loadings` each, large for its members.
GroupFactors first_factors(const Evidence& evidence, const NodeTable& loadings);

/// Expectation-maximisation steps of the likelihood, every link and word shared out among the
/// groups that explain it (Ball, Karrer and Newman 2011). O((links + words used) * groups) each.
void improve_factors(const Evidence& evidence, int steps, GroupFactors& factors,
                     const ProgressCallback& step);

/// [groups] the membership of a typical member: sum f^3 / sum f^2 over the nodes.
std::vector<double> typical_memberships(const NodeTable& members);

}  // namespace disgnn::relations
