#include "disgnn/graph/negative_sampling.h"

#include "disgnn/core/error.h"

namespace disgnn {
namespace {

/// The smallest value in [low, high) for which `holds` is true, or high; `holds` must be monotone.
template <typename Integer, typename Predicate>
Integer first_where(Integer low, Integer high, Predicate holds) {
  while (low < high) {
    const Integer middle = low + (high - low) / 2;
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

NodePair NonEdges::at(std::int64_t rank) const {
  DISGNN_ASSERT(rank >= 0 && rank < count());
  const NodeId row = first_where<NodeId>(0, index_->nodes() - 1,
                                         [&](NodeId v) { return before_row(v + 1) > rank; });
  const EntryId begin = index_->offsets()[row];
  const EntryId degree = index_->offsets()[row + 1] - begin;
  const auto columns = index_->columns().subspan(begin, degree);
  // Left of the row's k-th entry lie columns[k] - k non-edges, so the one we look for is shifted to
  // the right by the number of entries that have no more than `within` non-edges before them.
  const std::int64_t within = rank - before_row(row);
  const EntryId shift =
      first_where<EntryId>(0, degree, [&](EntryId k) { return columns[k] - k > within; });
  return {row, static_cast<NodeId>(within + shift)};
}

std::vector<NodePair> NonEdges::sample(std::int64_t count, const RandomStream& stream) const {
  const std::int64_t available = this->count();
  DISGNN_ASSERT(count >= 0 && count <= available);
  std::vector<NodePair> pairs;
  if (count == 0) return pairs;
  pairs.reserve(count);
  const RandomPermutation permutation(available, stream);
  for (std::int64_t i = 0; i < count; ++i) {
    pairs.push_back(at(static_cast<std::int64_t>(permutation(i))));
  }
  return pairs;
}

}  // namespace disgnn
