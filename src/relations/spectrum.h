#pragma once

#include <functional>

#include "disgnn/core/progress_callback.h"
#include "relations/evidence.h"
#include "relations/node_table.h"

namespace disgnn::relations {

/// The symmetric operator whose leading eigenvectors span the groups, never formed:
///   H = (1 - a) * (L - its leading part) / w_L + a * (X X^T, centred) / w_X        [N, N]
/// L = (D + t)^-1/2 A (D + t)^-1/2 is the adjacency matrix scaled by degrees that are regularised
/// with the mean degree t (Amini et al. 2013), without its trivial eigenvector; X holds the words,
/// every column divided by the root of its frequency. w_L and w_X are where the spectra of noise
/// of these sizes end (semicircle, Marchenko-Pastur), so that both kinds of evidence count alike.
class AffinityOperator {
 public:
  explicit AffinityOperator(const Evidence& evidence);
  /// H y. O((links + words used) * columns).
  [[nodiscard]] NodeTable apply(const NodeTable& y) const;
  [[nodiscard]] std::int64_t nodes() const { return evidence_.nodes(); }

 private:
  const Evidence& evidence_;
  double word_share_;            // a / w_X
  double link_share_;            // (1 - a) / w_L
  std::vector<float> degrees_;   // [N] (D + t)^-1/2
  std::vector<double> trivial_;  // [N] leading eigenvector of L, about
  double trivial_value_ = 0;
  std::vector<float> scales_;       // [d] 1 / root of the frequency
  std::vector<float> mean_scaled_;  // [d] mean of a column of X
};

/// Largest eigenvalue, by Lanczos' method from a start keyed by `seed`.
double largest_eigenvalue(const AffinityOperator& op, std::uint64_t seed);

struct Spectrum {
  std::vector<double> values;  ///< descending
  NodeTable vectors;           ///< [N, values]
};

/// The eigenvalues above `edge`, 30 % more, and their vectors; `most` at most and `least` in any
/// case. By subspace iteration with Chebyshev polynomials that keep [-edge, edge] small (Zhou, Saad
/// et al. 2006).
Spectrum leading_spectrum(const AffinityOperator& op, double edge, std::int64_t least,
                          std::int64_t most, std::uint64_t seed, const ProgressCallback& step);

}  // namespace disgnn::relations
