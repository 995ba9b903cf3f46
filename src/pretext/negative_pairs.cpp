#include "pretext/negative_pairs.h"

#include <ATen/Parallel.h>

#include <array>

namespace disgnn::pretext {
namespace {

/// Pairs are drawn in so many parts, whatever the number of threads.
constexpr std::int64_t kParts = 16;

/// Calls body(part, pair) for every pair, the parts in parallel, each in order. Drawing a pair
/// again is cheaper than keeping it: there may be hundreds of millions.
template <typename Body>
void for_each_pair(const NonEdges& non_edges, std::int64_t count, const RandomPermutation& order,
                   const Body& body) {
  at::parallel_for(0, kParts, 1, [&](std::int64_t begin, std::int64_t end) {
    std::array<NodePair, 256> pairs;
    for (std::int64_t part = begin; part < end; ++part) {
      const std::int64_t last = count * (part + 1) / kParts;
      for (std::int64_t i = count * part / kParts; i < last;) {
        const auto drawn = std::min<std::int64_t>(pairs.size(), last - i);
        non_edges.sample_part(order, i, std::span(pairs).first(drawn));
        for (std::int64_t k = 0; k < drawn; ++k) body(part, pairs[k]);
        i += drawn;
      }
    }
  });
}

}  // namespace

ops::PairIndexPtr sample_negatives(const NonEdges& non_edges, std::int64_t count,
                                   const RandomStream& stream, PairIndex::Sides sides) {
  const NodeId nodes = non_edges.nodes();
  std::vector<EntryId> offsets(static_cast<std::size_t>(nodes) + 1, 0);
  std::vector<NodeId> columns(count);
  if (count > 0) {
    // A counting sort by row: how many pairs of each row each part has, then where they go.
    const RandomPermutation order(non_edges.count(), stream);
    std::vector<std::vector<std::uint32_t>> counts(kParts, std::vector<std::uint32_t>(nodes));
    for_each_pair(non_edges, count, order,
                  [&](std::int64_t part, NodePair pair) { ++counts[part][pair.row]; });
    for (NodeId v = 0; v < nodes; ++v) {
      std::uint32_t in_row = 0;
      for (auto& of_part : counts) {
        const std::uint32_t here = of_part[v];
        of_part[v] = in_row;  // becomes the place within the row
        in_row += here;
      }
      offsets[v + 1] = offsets[v] + in_row;
    }
    for_each_pair(non_edges, count, order, [&](std::int64_t part, NodePair pair) {
      columns[offsets[pair.row] + counts[part][pair.row]++] = pair.column;
    });
  }
  return PairIndex::from_rows(nodes, nodes, std::move(offsets), std::move(columns), sides);
}

}  // namespace disgnn::pretext
