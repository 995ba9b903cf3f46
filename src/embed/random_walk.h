#pragma once

#include <vector>

#include "disgnn/core/random.h"
#include "disgnn/graph/pair_index.h"

namespace disgnn::embed {

/// A walk of up to `length` nodes from `start` over an index without self loops; it ends early at a
/// node that leads nowhere. Draws elements first .. first+length-1 of the stream.
inline void random_walk(const PairIndex& edges, NodeId start, std::int64_t length,
                        const RandomStream& stream, std::uint64_t first,
                        std::vector<NodeId>& walk) {
  walk.clear();
  walk.push_back(start);
  while (static_cast<std::int64_t>(walk.size()) < length) {
    const NodeId v = walk.back();
    const EntryId begin = edges.offsets()[v];
    const EntryId degree = edges.offsets()[v + 1] - begin;
    if (degree == 0) return;
    const std::uint64_t draw = stream.below(first + walk.size(), degree);
    walk.push_back(edges.columns()[begin + static_cast<EntryId>(draw)]);
  }
}

}  // namespace disgnn::embed
