#include "disgnn/explain/auc.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "disgnn/core/error.h"

namespace disgnn {

std::vector<double> average_ranks(std::span<const double> scores) {
  const auto smaller = [&](std::size_t a, std::size_t b) {
    if (std::isnan(scores[b])) return false;
    return std::isnan(scores[a]) || scores[a] < scores[b];
  };
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), smaller);

  std::vector<double> ranks(scores.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && !smaller(order[first], order[last])) ++last;
    const double shared = 0.5 * static_cast<double>(first + 1 + last);
    for (std::size_t i = first; i < last; ++i) ranks[order[i]] = shared;
    first = last;
  }
  return ranks;
}

std::optional<double> auc_from_ranks(std::span<const double> ranks,
                                     std::span<const std::uint8_t> positive) {
  DISGNN_ASSERT(ranks.size() == positive.size());
  double rank_sum = 0;
  double positives = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (positive[i] == 0) continue;
    rank_sum += ranks[i];
    ++positives;
  }
  const double negatives = static_cast<double>(ranks.size()) - positives;
  if (positives == 0 || negatives == 0) return std::nullopt;
  // Taking away the ranks the positives have among themselves leaves the negatives they outrank.
  return (rank_sum - positives * (positives + 1) / 2) / (positives * negatives);
}

std::optional<double> roc_auc(std::span<const double> scores,
                              std::span<const std::uint8_t> positive) {
  return auc_from_ranks(average_ranks(scores), positive);
}

}  // namespace disgnn
