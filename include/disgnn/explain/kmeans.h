#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace disgnn {

struct KMeansOptions {
  std::int32_t clusters = 2;  ///< at least 1
  int restarts = 8;           ///< the best of this many starts is kept; at least 1
  int iterations = 100;       ///< at most, per start
  std::uint64_t seed = 0;
};

struct KMeansResult {
  std::vector<std::int32_t> assignment;  ///< [points], nearest centre
  std::vector<double> centres;           ///< [clusters, dimension]
  double inertia = 0;                    ///< sum of squared distances to the nearest centre
};

/// Lloyd's algorithm from k-means++ starts (Arthur & Vassilvitskii, 2007). `points` is row-major
/// [n, dimension], n and dimension at least 1. A cluster that loses all points moves to the point
/// farthest from its centre; with fewer distinct points than clusters some clusters stay empty.
/// Serial and keyed by the seed: equal input gives equal bits.
/// O(restarts * iterations * n * clusters * dimension).
KMeansResult k_means(std::span<const double> points, std::int64_t dimension,
                     const KMeansOptions& options);

/// The nearest of `centres` [clusters, dimension] for every point; the lowest number wins a tie.
std::vector<std::int32_t> nearest_centres(std::span<const double> points,
                                          std::span<const double> centres, std::int64_t dimension);

}  // namespace disgnn
