#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace disgnn {

/// Ranks 1 .. n in ascending order of score; equal scores share the mean of their ranks. A NaN
/// counts as smaller than every number, so that the result is always defined. O(n log n).
std::vector<double> average_ranks(std::span<const double> scores);

/// Area under the ROC curve from ranks: the chance that a random positive (flag != 0) outranks a
/// random negative, ties counting one half (Mann-Whitney). Nothing when one of the two sides is
/// empty. O(n).
std::optional<double> auc_from_ranks(std::span<const double> ranks,
                                     std::span<const std::uint8_t> positive);

/// The same from scores.
std::optional<double> roc_auc(std::span<const double> scores,
                              std::span<const std::uint8_t> positive);

}  // namespace disgnn
