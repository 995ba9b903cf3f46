#include "disgnn/graph/link_similarity.h"

#include <cmath>

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

std::vector<double> lengths(const PairIndex& links, std::span<const double> weights) {
  std::vector<double> result(links.nodes(), 0);
  for (NodeId v = 0; v < links.nodes(); ++v) {
    for (EntryId e = links.offsets()[v]; e < links.offsets()[v + 1]; ++e) {
      const double weight = weights[links.columns()[e]];
      result[v] += weight * weight;
    }
    result[v] = std::sqrt(result[v]);
  }
  return result;
}

}  // namespace

LinkSimilarity::LinkSimilarity(const PairIndex& edges, Lists lists)
    : links_(lists == Lists::kOthersOnly ? without_self_loops(edges) : with_self_loops(edges)),
      weights_(neighbour_weights(*links_)),
      lengths_(lengths(*links_, weights_)) {}

LinkSimilarity::Scratch LinkSimilarity::scratch() const {
  return {std::vector<double>(links_->nodes(), 0), {}};
}

std::span<const LinkSimilarity::Similar> LinkSimilarity::similar_to(NodeId v,
                                                                    std::span<const char> wanted,
                                                                    Scratch& scratch) const {
  scratch.found.clear();
  for (EntryId e = links_->offsets()[v]; e < links_->offsets()[v + 1]; ++e) {
    const NodeId w = links_->columns()[e];
    if (weights_[w] == 0) continue;
    for (EntryId k = links_->column_offsets()[w]; k < links_->column_offsets()[w + 1]; ++k) {
      const NodeId u = links_->column_rows()[k];
      if (u == v || wanted[u] == 0) continue;
      if (scratch.overlap[u] == 0) scratch.found.push_back({u, 0});
      scratch.overlap[u] += weights_[w] * weights_[w];
    }
  }
  for (Similar& similar : scratch.found) {
    similar.cosine = scratch.overlap[similar.node] / (lengths_[v] * lengths_[similar.node]);
    scratch.overlap[similar.node] = 0;
  }
  return scratch.found;
}

}  // namespace disgnn
