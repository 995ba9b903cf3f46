#include "pretext/negative_pairs.h"

#include <ATen/Parallel.h>

#include <array>

namespace disgnn::pretext {
namespace {

/// Pairs are drawn in so many parts, whatever the number of threads.
constexpr std::int64_t kParts = 16;

/// Up to so many pairs are drawn once and kept; beyond, drawing them again saves memory.
constexpr std::int64_t kMostKept = 1 << 22;

/// E_n of Eq. 10: a sample, part by part. Every part is a range of it, whatever the number of
/// threads.
class Sample {
 public:
  Sample(const NonEdges& non_edges, std::int64_t count, const RandomStream& stream)
      : non_edges_(non_edges), count_(count), order_(non_edges.count(), stream) {
    if (count <= kMostKept) kept_.resize(count);
  }

  /// Calls body(part, pair) for every pair, the parts in parallel, each in order.
  template <typename Body>
  void for_each(const Body& body) {
    at::parallel_for(0, kParts, 1, [&](std::int64_t begin, std::int64_t end) {
      std::array<NodePair, 256> buffer;
      for (std::int64_t part = begin; part < end; ++part) {
        const std::int64_t last = count_ * (part + 1) / kParts;
        for (std::int64_t i = count_ * part / kParts; i < last;) {
          const auto size = std::min<std::int64_t>(buffer.size(), last - i);
          const auto pairs =
              kept_.empty() ? std::span(buffer).first(size) : std::span(kept_).subspan(i, size);
          if (!drawn_) non_edges_.sample_part(order_, i, pairs);
          for (const NodePair pair : pairs) body(part, pair);
          i += size;
        }
      }
    });
    drawn_ = !kept_.empty();
  }

 private:
  const NonEdges& non_edges_;
  std::int64_t count_;
  RandomPermutation order_;
  std::vector<NodePair> kept_;
  bool drawn_ = false;
};

}  // namespace

ops::PairIndexPtr sample_negatives(const NonEdges& non_edges, std::int64_t count,
                                   const RandomStream& stream, PairIndex::Sides sides) {
  const NodeId nodes = non_edges.nodes();
  std::vector<EntryId> offsets(static_cast<std::size_t>(nodes) + 1, 0);
  std::vector<NodeId> columns(count);
  if (count > 0) {
    // A counting sort by row: how many pairs of each row each part has, then where they go.
    Sample sample(non_edges, count, stream);
    std::vector<std::vector<std::uint32_t>> counts(kParts, std::vector<std::uint32_t>(nodes));
    sample.for_each([&](std::int64_t part, NodePair pair) { ++counts[part][pair.row]; });
    for (NodeId v = 0; v < nodes; ++v) {
      std::uint32_t in_row = 0;
      for (auto& of_part : counts) {
        const std::uint32_t here = of_part[v];
        of_part[v] = in_row;  // becomes the place within the row
        in_row += here;
      }
      offsets[v + 1] = offsets[v] + in_row;
    }
    sample.for_each([&](std::int64_t part, NodePair pair) {
      columns[offsets[pair.row] + counts[part][pair.row]++] = pair.column;
    });
  }
  return PairIndex::from_rows(nodes, nodes, std::move(offsets), std::move(columns), sides);
}

}  // namespace disgnn::pretext
