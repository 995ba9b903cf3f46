#include "disgnn/explain/kmeans.h"

#include <algorithm>
#include <limits>

#include "disgnn/core/error.h"
#include "disgnn/core/random.h"

namespace disgnn {
namespace {

/// Row-major points of one dimension.
class Points {
 public:
  Points(std::span<const double> values, std::int64_t dimension)
      : values_(values), dimension_(dimension) {
    DISGNN_ASSERT(dimension > 0);
    DISGNN_ASSERT(values.size() % dimension == 0);
  }
  [[nodiscard]] std::int64_t dimension() const { return dimension_; }
  [[nodiscard]] std::int64_t count() const {
    return static_cast<std::int64_t>(values_.size()) / dimension_;
  }
  [[nodiscard]] std::span<const double> operator[](std::int64_t i) const {
    return values_.subspan(i * dimension_, dimension_);
  }

 private:
  std::span<const double> values_;
  std::int64_t dimension_;
};

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

struct Nearest {
  std::int32_t cluster;
  double distance;  // squared
};

Nearest nearest(std::span<const double> point, const Points& centres) {
  Nearest best{0, std::numeric_limits<double>::infinity()};
  for (std::int64_t k = 0; k < centres.count(); ++k) {
    const double distance = squared_distance(point, centres[k]);
    if (distance < best.distance) best = {static_cast<std::int32_t>(k), distance};
  }
  return best;
}

/// The first index at which the running sum of `weights` exceeds `target`; an index of positive
/// weight as long as there is one.
std::int64_t pick_by_weight(std::span<const double> weights, double target) {
  std::int64_t last_positive = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last_positive = static_cast<std::int64_t>(i);
    target -= weights[i];
    if (target < 0) break;
  }
  return last_positive;
}

/// k-means++: every next centre is a point drawn with a chance that grows with the square of its
/// distance to the centres so far.
std::vector<double> starting_centres(const Points& points, std::int32_t clusters,
                                     const RandomStream& stream) {
  std::vector<double> centres;
  centres.reserve(clusters * points.dimension());
  std::vector<double> distances(points.count(), std::numeric_limits<double>::infinity());
  std::int64_t chosen = static_cast<std::int64_t>(stream.below(0, points.count()));
  for (std::int32_t k = 0;;) {
    const auto centre = points[chosen];
    centres.insert(centres.end(), centre.begin(), centre.end());
    if (++k == clusters) return centres;
    double sum = 0;
    for (std::int64_t i = 0; i < points.count(); ++i) {
      distances[i] = std::min(distances[i], squared_distance(points[i], centre));
      sum += distances[i];
    }
    chosen = pick_by_weight(distances, stream.uniform(k) * sum);
  }
}

/// One start of Lloyd's algorithm. All buffers live as long as the start.
class Lloyd {
 public:
  Lloyd(const Points& points, std::vector<double> centres)
      : points_(points),
        clusters_(static_cast<std::int32_t>(centres.size()) /
                  static_cast<std::int32_t>(points.dimension())),
        distances_(points.count()) {
    result_.centres = std::move(centres);
    result_.assignment.assign(points.count(), -1);
  }

  KMeansResult run(int iterations) {
    bool changed = assign();
    for (int i = 0; i < iterations && changed; ++i) {
      move_centres();
      changed = assign();
    }
    return std::move(result_);
  }

 private:
  /// Gives every point to its nearest centre; false when nothing changed.
  bool assign() {
    const Points centres(result_.centres, points_.dimension());
    bool changed = false;
    result_.inertia = 0;
    for (std::int64_t i = 0; i < points_.count(); ++i) {
      const auto [cluster, distance] = nearest(points_[i], centres);
      changed |= cluster != result_.assignment[i];
      result_.assignment[i] = cluster;
      distances_[i] = distance;
      result_.inertia += distance;
    }
    return changed;
  }

  void move_centres() {
    const std::int64_t dimension = points_.dimension();
    std::vector<double> sums(result_.centres.size(), 0);
    std::vector<double> sizes(clusters_, 0);
    for (std::int64_t i = 0; i < points_.count(); ++i) {
      const auto point = points_[i];
      double* const sum = sums.data() + result_.assignment[i] * dimension;
      for (std::int64_t j = 0; j < dimension; ++j) sum[j] += point[j];
      ++sizes[result_.assignment[i]];
    }
    for (std::int32_t k = 0; k < clusters_; ++k) {
      const auto centre = std::span(result_.centres).subspan(k * dimension, dimension);
      if (sizes[k] == 0) {
        move_to_farthest_point(centre);
      } else {
        for (std::int64_t j = 0; j < dimension; ++j) centre[j] = sums[k * dimension + j] / sizes[k];
      }
    }
  }

  void move_to_farthest_point(std::span<double> centre) {
    const auto farthest = std::max_element(distances_.begin(), distances_.end());
    if (*farthest == 0) return;  // every point already lies on a centre
    const auto point = points_[farthest - distances_.begin()];
    std::copy(point.begin(), point.end(), centre.begin());
    *farthest = 0;  // the next empty cluster takes another point
  }

  Points points_;
  std::int32_t clusters_;
  std::vector<double> distances_;
  KMeansResult result_;
};

}  // namespace

KMeansResult k_means(std::span<const double> points, std::int64_t dimension,
                     const KMeansOptions& options) {
  DISGNN_ASSERT(options.clusters >= 1 && options.restarts >= 1);
  const Points all(points, dimension);
  DISGNN_ASSERT(all.count() > 0);
  KMeansResult best;
  for (int restart = 0; restart < options.restarts; ++restart) {
    const RandomStream stream(options.seed, RandomPurpose::kKMeans, restart);
    Lloyd lloyd(all, starting_centres(all, options.clusters, stream));
    KMeansResult result = lloyd.run(options.iterations);
    if (restart == 0 || result.inertia < best.inertia) best = std::move(result);
  }
  return best;
}

std::vector<std::int32_t> nearest_centres(std::span<const double> points,
                                          std::span<const double> centres, std::int64_t dimension) {
  const Points all(points, dimension);
  const Points targets(centres, dimension);
  std::vector<std::int32_t> assignment(all.count());
  for (std::int64_t i = 0; i < all.count(); ++i) assignment[i] = nearest(all[i], targets).cluster;
  return assignment;
}

}  // namespace disgnn
