#include "disgnn/graph/label_votes.h"

#include <cmath>

#include "disgnn/core/error.h"
#include "disgnn/graph/link_similarity.h"

namespace disgnn {
namespace {

/// Divides by the sum, or by a little more, so that faint evidence stays faint.
void to_shares(std::span<double> votes, double least) {
  double sum = least;
  for (const double vote : votes) sum += vote;
  if (sum == 0) return;
  for (double& vote : votes) vote /= sum;
}

}  // namespace

std::vector<float> label_votes(const PairIndex& edges, std::span<const std::int32_t> known_labels,
                               std::int32_t classes) {
  constexpr double kFaint = 1e-3;
  const LinkSimilarity similarity(edges);
  const PairIndex& links = similarity.links();
  DISGNN_ASSERT(static_cast<NodeId>(known_labels.size()) == links.nodes());
  std::vector<char> known;
  known.reserve(known_labels.size());
  for (const std::int32_t label : known_labels) known.push_back(label >= 0 ? 1 : 0);
  std::vector<float> all;
  all.reserve(static_cast<std::size_t>(links.nodes()) * 2 * classes);
  LinkSimilarity::Scratch scratch = similarity.scratch();
  for (NodeId v = 0; v < links.nodes(); ++v) {
    std::vector<double> votes(2 * static_cast<std::size_t>(classes), 0);
    for (EntryId e = links.offsets()[v]; e < links.offsets()[v + 1]; ++e) {
      const std::int32_t label = known_labels[links.columns()[e]];
      if (label >= 0) votes[label] += 1;
    }
    for (const auto& [u, cosine] : similarity.similar_to(v, known, scratch)) {
      votes[classes + known_labels[u]] += std::pow(cosine, 8);
    }
    to_shares(std::span(votes).first(classes), 0);
    to_shares(std::span(votes).last(classes), kFaint);
    all.insert(all.end(), votes.begin(), votes.end());
  }
  return all;
}

}  // namespace disgnn
