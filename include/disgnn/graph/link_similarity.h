#pragma once

#include <memory>
#include <span>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// How alike two nodes are by whom they link to: the cosine of their neighbour lists, in which a
/// neighbour counts log(N / its degree), as words do in tf-idf. Neighbours of more than 4096 nodes
/// say nothing, so that hubs do not make every node similar to every other.
class LinkSimilarity {
 public:
  /// A node that is on its own list is similar to its neighbours, too.
  enum class Lists { kOthersOnly, kWithNodeItself };
  explicit LinkSimilarity(const PairIndex& edges, Lists lists = Lists::kOthersOnly);

  struct Similar {
    NodeId node;
    double cosine;
  };
  /// Room for one search at a time; one for each thread.
  struct Scratch {
    std::vector<double> overlap;  // with the node at hand
    std::vector<Similar> found;
  };
  [[nodiscard]] Scratch scratch() const;

  /// All nodes u with a true wanted[u] that share a neighbour with v, but v itself, in an order
  /// that depends on the graph alone. Valid until the next search with this scratch.
  std::span<const Similar> similar_to(NodeId v, std::span<const char> wanted,
                                      Scratch& scratch) const;
  /// The lists; without self loops, or with one for every node.
  [[nodiscard]] const PairIndex& links() const { return *links_; }

 private:
  std::shared_ptr<const PairIndex> links_;
  std::vector<double> weights_;  // of every node as somebody's neighbour
  std::vector<double> lengths_;  // of the neighbour lists as vectors
};

}  // namespace disgnn
