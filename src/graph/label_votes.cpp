#include "disgnn/graph/label_votes.h"

#include <cmath>

#include "disgnn/core/error.h"
#include "disgnn/graph/neighbourhoods.h"

namespace disgnn {
namespace {

/// log(N / degree) of every node as somebody's neighbour; 0 for nodes that say nothing.
std::vector<double> neighbour_weights(const PairIndex& links) {
  constexpr EntryId kMostLinks = 4096;
  std::vector<double> weights(links.nodes(), 0);
  for (NodeId w = 0; w < links.nodes(); ++w) {
    const EntryId degree = links.column_offsets()[w + 1] - links.column_offsets()[w];
    if (degree == 0 || degree > kMostLinks) continue;
    weights[w] = std::log(static_cast<double>(links.nodes()) / static_cast<double>(degree));
  }
  return weights;
}

std::span<const NodeId> neighbours(const PairIndex& links, NodeId v) {
  return links.columns().subspan(links.offsets()[v], links.offsets()[v + 1] - links.offsets()[v]);
}

/// Lengths of the neighbour lists as vectors.
std::vector<double> lengths(const PairIndex& links, std::span<const double> weights) {
  std::vector<double> result(links.nodes(), 0);
  for (NodeId v = 0; v < links.nodes(); ++v) {
    for (const NodeId w : neighbours(links, v)) result[v] += weights[w] * weights[w];
    result[v] = std::sqrt(result[v]);
  }
  return result;
}

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
  DISGNN_ASSERT(static_cast<NodeId>(known_labels.size()) == edges.nodes());
  constexpr double kFaint = 1e-3;
  const auto links = without_self_loops(edges);
  const std::vector<double> weights = neighbour_weights(*links);
  const std::vector<double> length = lengths(*links, weights);
  std::vector<float> all;
  all.reserve(static_cast<std::size_t>(edges.nodes()) * 2 * classes);
  std::vector<double> overlap(edges.nodes(), 0);  // of the node at hand with each other node
  std::vector<NodeId> similar;                    // those with any
  for (NodeId v = 0; v < edges.nodes(); ++v) {
    std::vector<double> votes(2 * static_cast<std::size_t>(classes), 0);
    for (const NodeId w : neighbours(*links, v)) {
      if (known_labels[w] >= 0) votes[known_labels[w]] += 1;
      if (weights[w] == 0) continue;
      for (EntryId k = links->column_offsets()[w]; k < links->column_offsets()[w + 1]; ++k) {
        const NodeId u = links->column_rows()[k];
        if (u == v || known_labels[u] < 0) continue;
        if (overlap[u] == 0) similar.push_back(u);
        overlap[u] += weights[w] * weights[w];
      }
    }
    for (const NodeId u : similar) {
      const double cosine = overlap[u] / (length[v] * length[u]);
      votes[classes + known_labels[u]] += std::pow(cosine, 8);
      overlap[u] = 0;
    }
    similar.clear();
    to_shares(std::span(votes).first(classes), 0);
    to_shares(std::span(votes).last(classes), kFaint);
    all.insert(all.end(), votes.begin(), votes.end());
  }
  return all;
}

}  // namespace disgnn
