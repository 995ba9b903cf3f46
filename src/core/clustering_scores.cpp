#include "disgnn/core/clustering_scores.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "disgnn/core/error.h"

namespace disgnn {
namespace {

/// Lengths of the runs of equal items, in ascending order of the items.
template <typename Item>
std::vector<double> run_lengths(std::vector<Item> items) {
  std::sort(items.begin(), items.end());
  std::vector<double> lengths;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == 0 || items[i] != items[i - 1]) lengths.push_back(0);
    ++lengths.back();
  }
  return lengths;
}

/// Sizes of the classes of both labellings and of their non-empty intersections.
struct Contingency {
  double items;
  std::vector<double> first;
  std::vector<double> second;
  std::vector<double> joint;
};

Contingency contingency(std::span<const std::int32_t> first, std::span<const std::int32_t> second) {
  DISGNN_ASSERT(first.size() == second.size());
  std::vector<std::pair<std::int32_t, std::int32_t>> both(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) both[i] = {first[i], second[i]};
  return {.items = static_cast<double>(first.size()),
          .first = run_lengths(std::vector(first.begin(), first.end())),
          .second = run_lengths(std::vector(second.begin(), second.end())),
          .joint = run_lengths(std::move(both))};
}

double entropy(const std::vector<double>& sizes, double items) {
  double sum = 0;
  for (const double size : sizes) sum -= size / items * std::log(size / items);
  return sum;
}

/// Pairs of items that fall into the same class.
double pairs_together(const std::vector<double>& sizes) {
  double pairs = 0;
  for (const double size : sizes) pairs += size * (size - 1) / 2;
  return pairs;
}

}  // namespace

double normalised_mutual_information(std::span<const std::int32_t> first,
                                     std::span<const std::int32_t> second) {
  const Contingency table = contingency(first, second);
  if (table.first.size() <= 1 && table.second.size() <= 1) return 1;
  const double entropy_first = entropy(table.first, table.items);
  const double entropy_second = entropy(table.second, table.items);
  const double mutual = entropy_first + entropy_second - entropy(table.joint, table.items);
  // The difference of entropies may miss its range [0, 1] by a rounding error.
  return std::clamp(2 * mutual / (entropy_first + entropy_second), 0.0, 1.0);
}

double adjusted_rand_index(std::span<const std::int32_t> first,
                           std::span<const std::int32_t> second) {
  const Contingency table = contingency(first, second);
  const double in_first = pairs_together(table.first);
  const double in_second = pairs_together(table.second);
  const double in_both = pairs_together(table.joint);
  if (in_both == in_first && in_both == in_second) return 1;  // the same partition
  const double expected = in_first * in_second / (table.items * (table.items - 1) / 2);
  return (in_both - expected) / ((in_first + in_second) / 2 - expected);
}

}  // namespace disgnn
