#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace disgnn::relations {

/// A hidden relation: every node belongs to one of its groups.
struct Relation {
  std::int64_t groups = 0;         ///< K
  std::vector<float> memberships;  ///< q[N, K], rows sum to 1
  std::vector<float> word_rates;   ///< phi[d, K]
  std::vector<float> link_rates;   ///< p[K]
  /// How well restarts on nine tenths of the evidence find the same groups: NMI of the most likely
  /// groups, mean over the restarts. Nothing without restarts.
  std::optional<double> stability;

  /// [N] the most likely group of every node.
  [[nodiscard]] std::vector<std::int32_t> likely_groups() const;
};

/// What explains the links and words of a graph (Poisson counts):
///   rate of a link   r_vu = theta_v theta_u (noise + sum_c sum_g p_g q_vg q_ug) = noise + sum_c
///   r_vu^c rate of a word   b_w  + sum_c q_v^c . phi_w^c
/// A link exists with probability 1 - exp(-r_vu) and is of relation c with probability r^c / r.
struct RelationModel {
  std::vector<Relation> relations;
  std::vector<float>
      activity;  ///< theta[N], 1 on average: how many links a node has for its groups
  std::vector<float> background;   ///< b[d]
  std::vector<std::string> words;  ///< [d] names
  double noise = 0;
  double log_likelihood = 0;  ///< lower bound of the links and words, in nats
  double score = 0;           ///< the same without what as many parameters gain by chance
};

/// Shares of one link, r^c / r for every relation, then noise; they sum to 1.
void link_shares(const RelationModel& model, std::int64_t v, std::int64_t u,
                 std::span<float> shares);

}  // namespace disgnn::relations
