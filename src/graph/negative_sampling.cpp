#include "disgnn/graph/negative_sampling.h"

#include <algorithm>

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

/// Rows have about as many non-edges each, so the row is near where an even spread would put it:
/// looks around there in steps that double, then bisects between the last two.
NodeId NonEdges::row_of(std::int64_t rank) const {
  const NodeId last = index_->nodes() - 1;
  const auto guess = static_cast<NodeId>(static_cast<double>(rank) / static_cast<double>(count()) *
                                         index_->nodes());
  NodeId low = std::clamp<NodeId>(guess, 0, last);
  NodeId high = low;
  for (NodeId step = 1; low > 0 && before_row(low) > rank; step *= 2) {
    high = low;
    low = std::max<NodeId>(low - std::min(step, low), 0);
  }
  for (NodeId step = 1; high < last && before_row(high + 1) <= rank; step *= 2) {
    low = high;
    high = std::min<NodeId>(high + std::min(step, last - high), last);
  }
  return first_where<NodeId>(low, high, [&](NodeId v) { return before_row(v + 1) > rank; });
}

NodePair NonEdges::at(std::int64_t rank) const {
  DISGNN_ASSERT(rank >= 0 && rank < count());
  const NodeId row = row_of(rank);
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
  std::vector<NodePair> pairs(count);
  if (count > 0) sample_part(RandomPermutation(available, stream), 0, pairs);
  return pairs;
}

void NonEdges::sample_part(const RandomPermutation& order, std::int64_t first,
                           std::span<NodePair> pairs) const {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i] = at(static_cast<std::int64_t>(order(first + i)));
  }
}

}  // namespace disgnn
