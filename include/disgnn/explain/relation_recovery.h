#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace disgnn {

/// How well the channels' scores tell the true relations of the edges apart; all of them 1 at best.
struct RelationRecovery {
  double nmi = 0;         ///< dominant channel against relation, see clustering_scores.h
  double ari = 0;         ///< the same, adjusted Rand index
  double kmeans_nmi = 0;  ///< k-means on the score vectors, k = number of relations
  /// Mean one-vs-rest AUC over the relations that occur, each read from the channel it is matched
  /// with; a relation without a channel (fewer channels than relations) counts as chance, 0.5.
  double relation_auc = 0;
  /// Matched channel of every relation number, -1 = none. Size: largest relation number + 1.
  std::vector<std::int32_t> channel_of_relation;
};

/// `scores` is row-major [E, channels], `relations` [E]; entries with a negative relation (noise,
/// self loops) are left out of everything. Scores are standardised per channel over the rest; a
/// channel that is constant or not finite there becomes zero. The dominant channel of an edge is
/// the one with the largest standardised score, and relations are matched with channels one to one
/// so that the sum of the AUCs is largest. Nothing when fewer than two or more than
/// 256 relations occur.
///
/// O(E * channels * (log E + relations)); k-means is fitted on at most 50,000 evenly spaced edges,
/// keyed by `seed`.
std::optional<RelationRecovery> relation_recovery(std::span<const float> scores,
                                                  std::int32_t channels,
                                                  std::span<const std::int32_t> relations,
                                                  std::uint64_t seed = 0);

}  // namespace disgnn
