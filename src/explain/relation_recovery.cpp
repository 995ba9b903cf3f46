#include "disgnn/explain/relation_recovery.h"

#include <algorithm>
#include <cmath>

#include "disgnn/core/clustering_scores.h"
#include "disgnn/core/error.h"
#include "disgnn/explain/assignment.h"
#include "disgnn/explain/auc.h"
#include "disgnn/explain/kmeans.h"

namespace disgnn {
namespace {

/// More points hardly move k centres but cost time in every restart.
constexpr std::int64_t kMaxFittedEdges = 50'000;
constexpr double kChance = 0.5;
/// More relations than channels could ever stand for; measuring them would take hours.
constexpr std::size_t kMaxRelations = 256;

/// The edges with a known relation and their standardised scores.
struct KnownEdges {
  std::vector<std::int32_t> relations;  // [n]
  std::vector<double> scores;           // [n, channels]
  std::int32_t channels;

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(relations.size()); }
  [[nodiscard]] std::vector<double> channel(std::int32_t i) const {
    std::vector<double> column(relations.size());
    for (std::size_t e = 0; e < column.size(); ++e) column[e] = scores[e * channels + i];
    return column;
  }
};

/// Zero mean and unit variance; zeros where that is impossible.
void standardise_channel(KnownEdges& edges, std::int32_t channel) {
  const std::vector<double> column = edges.channel(channel);
  double mean = 0;
  for (const double score : column) mean += score;
  mean /= static_cast<double>(column.size());
  double variance = 0;
  for (const double score : column) variance += (score - mean) * (score - mean);
  const double deviation = std::sqrt(variance / static_cast<double>(column.size()));
  // The mean of equal floats may be off by a rounding error, which must not pass for a signal.
  const bool usable = std::isfinite(deviation) && deviation > 1e-9 * std::abs(mean);
  for (std::size_t e = 0; e < column.size(); ++e) {
    edges.scores[e * edges.channels + channel] = usable ? (column[e] - mean) / deviation : 0;
  }
}

KnownEdges known_edges(std::span<const float> scores, std::int32_t channels,
                       std::span<const std::int32_t> relations) {
  KnownEdges edges{.relations = {}, .scores = {}, .channels = channels};
  for (std::size_t e = 0; e < relations.size(); ++e) {
    if (relations[e] < 0) continue;
    edges.relations.push_back(relations[e]);
    const auto row = scores.subspan(e * channels, channels);
    edges.scores.insert(edges.scores.end(), row.begin(), row.end());
  }
  return edges;
}

/// The relation numbers that occur, ascending.
std::vector<std::int32_t> occurring_relations(const KnownEdges& edges) {
  std::vector<std::int32_t> occurring = edges.relations;
  std::sort(occurring.begin(), occurring.end());
  occurring.erase(std::unique(occurring.begin(), occurring.end()), occurring.end());
  return occurring;
}

std::vector<std::int32_t> dominant_channels(const KnownEdges& edges) {
  std::vector<std::int32_t> dominant(edges.relations.size());
  for (std::size_t e = 0; e < dominant.size(); ++e) {
    const double* const row = edges.scores.data() + e * edges.channels;
    dominant[e] = static_cast<std::int32_t>(std::max_element(row, row + edges.channels) - row);
  }
  return dominant;
}

std::vector<std::int32_t> clusters_of(const KnownEdges& edges, std::int32_t clusters,
                                      std::uint64_t seed) {
  const std::int64_t stride = (edges.count() + kMaxFittedEdges - 1) / kMaxFittedEdges;
  std::vector<double> fitted;
  for (std::int64_t e = 0; e < edges.count(); e += stride) {
    const auto row = std::span(edges.scores).subspan(e * edges.channels, edges.channels);
    fitted.insert(fitted.end(), row.begin(), row.end());
  }
  const KMeansResult result = k_means(fitted, edges.channels, {.clusters = clusters, .seed = seed});
  return nearest_centres(edges.scores, result.centres, edges.channels);
}

/// One-vs-rest AUC of every occurring relation under every channel, row-major.
std::vector<double> auc_table(const KnownEdges& edges, const std::vector<std::int32_t>& occurring) {
  std::vector<double> table(occurring.size() * edges.channels);
  std::vector<std::uint8_t> is_relation(edges.relations.size());
  for (std::int32_t channel = 0; channel < edges.channels; ++channel) {
    const std::vector<double> ranks = average_ranks(edges.channel(channel));
    for (std::size_t r = 0; r < occurring.size(); ++r) {
      std::transform(edges.relations.begin(), edges.relations.end(), is_relation.begin(),
                     [&](std::int32_t x) { return static_cast<std::uint8_t>(x == occurring[r]); });
      table[r * edges.channels + channel] = auc_from_ranks(ranks, is_relation).value();
    }
  }
  return table;
}

}  // namespace

std::optional<RelationRecovery> relation_recovery(std::span<const float> scores,
                                                  std::int32_t channels,
                                                  std::span<const std::int32_t> relations,
                                                  std::uint64_t seed) {
  DISGNN_ASSERT(channels > 0);
  DISGNN_ASSERT(scores.size() == relations.size() * channels);
  KnownEdges edges = known_edges(scores, channels, relations);
  const std::vector<std::int32_t> occurring = occurring_relations(edges);
  if (occurring.size() < 2 || occurring.size() > kMaxRelations) return std::nullopt;
  for (std::int32_t channel = 0; channel < channels; ++channel) standardise_channel(edges, channel);

  RelationRecovery recovery;
  const auto dominant = dominant_channels(edges);
  recovery.nmi = normalised_mutual_information(dominant, edges.relations);
  recovery.ari = adjusted_rand_index(dominant, edges.relations);

  const auto relation_count = static_cast<std::int32_t>(occurring.size());
  recovery.kmeans_nmi =
      normalised_mutual_information(clusters_of(edges, relation_count, seed), edges.relations);

  const std::vector<double> table = auc_table(edges, occurring);
  const auto matched = best_assignment(table, relation_count, channels);
  recovery.channel_of_relation.assign(occurring.back() + 1, -1);
  for (std::int32_t r = 0; r < relation_count; ++r) {
    recovery.channel_of_relation[occurring[r]] = matched[r];
    recovery.relation_auc += matched[r] < 0 ? kChance : table[r * channels + matched[r]];
  }
  recovery.relation_auc /= relation_count;
  return recovery;
}

}  // namespace disgnn
