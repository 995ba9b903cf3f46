#pragma once

#include <cstdint>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn::embed {

/// Draws nodes with probability proportional to degree^0.75, as word2vec draws its noise: walks
/// meet a node in proportion to its degree. Walker's alias method: O(N) to build, O(1) to draw.
class NegativeNodes {
 public:
  explicit NegativeNodes(const PairIndex& edges);
  /// From two random words.
  [[nodiscard]] NodeId draw(std::uint32_t place, std::uint32_t coin) const {
    const auto slot =
        static_cast<std::size_t>((static_cast<std::uint64_t>(place) * keep_.size()) >> 32U);
    return static_cast<double>(coin) * 0x1.0p-32 < keep_[slot] ? static_cast<NodeId>(slot)
                                                               : other_[slot];
  }
  /// Probability of a node, for tests.
  [[nodiscard]] double probability(NodeId node) const;

 private:
  std::vector<double> keep_;   // [N] share of the slot that is its own node's
  std::vector<NodeId> other_;  // [N] whose the rest is
};

}  // namespace disgnn::embed
