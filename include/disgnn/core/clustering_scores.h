#pragma once

#include <cstdint>
#include <span>

namespace disgnn {

/// How well two labellings of the same items agree, whatever the names of the labels. Labels may be
/// any integers. Conventions are scikit-learn's. O(n log n).

/// Mutual information divided by the mean of the two entropies: 1 for the same partition, 0 for
/// independent ones. Two labellings with a single label each (or no items) score 1.
double normalised_mutual_information(std::span<const std::int32_t> first,
                                     std::span<const std::int32_t> second);

/// Agreement over pairs of items, corrected for chance: 1 for the same partition, 0 on average for
/// random ones, negative below chance.
double adjusted_rand_index(std::span<const std::int32_t> first,
                           std::span<const std::int32_t> second);

}  // namespace disgnn
