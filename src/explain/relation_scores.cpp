#include "disgnn/explain/relation_scores.h"

#include <algorithm>

#include "disgnn/core/clustering_scores.h"
#include "disgnn/explain/auc.h"
#include "disgnn/graph/edges.h"

namespace disgnn {
namespace {

/// Edges and what is said of them.
struct Judged {
  std::vector<std::int32_t> truth;          ///< [edges], -1 = noise
  std::vector<std::int32_t> likeliest;      ///< [edges] found relation
  std::vector<std::vector<double>> shares;  ///< [found relations + 1][edges], noise last
};

Judged judge_edges(const Dataset& data, const relations::RelationModel& model) {
  const std::size_t found = model.relations.size();
  Judged judged;
  judged.shares.resize(found + 1);
  std::vector<float> shares(found + 1);
  for_each_edge(data.graph, [&](NodeId v, NodeId u, EntryId e) {
    relations::link_shares(model, v, u, shares);
    judged.truth.push_back(data.entry_relations[e]);
    const auto largest = std::max_element(shares.begin(), shares.end() - 1);
    judged.likeliest.push_back(static_cast<std::int32_t>(largest - shares.begin()));
    for (std::size_t c = 0; c <= found; ++c) judged.shares[c].push_back(shares[c]);
  });
  return judged;
}

/// Scores and flags of the edges of known relation.
std::optional<double> auc_of(const Judged& judged, const std::vector<double>& share,
                             std::int32_t relation) {
  std::vector<double> scores;
  std::vector<std::uint8_t> positive;
  for (std::size_t e = 0; e < share.size(); ++e) {
    if (judged.truth[e] < 0) continue;
    scores.push_back(share[e]);
    positive.push_back(judged.truth[e] == relation ? 1 : 0);
  }
  return roc_auc(scores, positive);
}

std::optional<double> noise_auc(const Judged& judged) {
  std::vector<std::uint8_t> noise;
  for (const std::int32_t relation : judged.truth) noise.push_back(relation < 0 ? 1 : 0);
  return roc_auc(judged.shares.back(), noise);
}

std::vector<double> group_nmi(const Dataset& data, const relations::RelationModel& model) {
  std::vector<double> best;
  for (const auto& membership : data.memberships) {
    double nearest = 0;
    for (const relations::Relation& relation : model.relations) {
      const std::vector<std::int32_t> likely = relation.likely_groups();
      std::vector<std::int32_t> truth;
      std::vector<std::int32_t> said;
      for (std::size_t v = 0; v < membership.size(); ++v) {
        if (membership[v] < 0) continue;
        truth.push_back(membership[v]);
        said.push_back(likely[v]);
      }
      nearest = std::max(nearest, normalised_mutual_information(said, truth));
    }
    best.push_back(nearest);
  }
  return best;
}

}  // namespace

std::optional<RelationScores> score_relations(const Dataset& data,
                                              const relations::RelationModel& model) {
  if (data.entry_relations.empty() || model.relations.empty()) return std::nullopt;
  const Judged judged = judge_edges(data, model);
  std::vector<std::int32_t> truth;
  std::vector<std::int32_t> said;
  for (std::size_t e = 0; e < judged.truth.size(); ++e) {
    if (judged.truth[e] < 0) continue;
    truth.push_back(judged.truth[e]);
    said.push_back(judged.likeliest[e]);
  }
  RelationScores scores;
  scores.nmi = normalised_mutual_information(said, truth);
  scores.ari = adjusted_rand_index(said, truth);
  scores.noise_auc = noise_auc(judged);
  for (std::size_t r = 0; r < data.relation_names.size(); ++r) {
    std::optional<double> best;
    for (std::size_t c = 0; c < model.relations.size(); ++c) {
      const auto auc = auc_of(judged, judged.shares[c], static_cast<std::int32_t>(r));
      if (auc && (!best || *auc > *best)) best = auc;
    }
    scores.relation_auc.push_back(best);
  }
  scores.group_nmi = group_nmi(data, model);
  return scores;
}

}  // namespace disgnn
