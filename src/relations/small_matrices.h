#pragma once

#include <cstdint>
#include <vector>

namespace disgnn::relations {

/// Matrices of a few hundred rows, row-major in double precision. LAPACK works on one thread here,
/// since with several its bits depend on their number.

struct Eigen {
  std::vector<double> values;   ///< [n] ascending
  std::vector<double> vectors;  ///< [n, n], one column per value
};
/// Of the symmetric part of m[n, n].
Eigen symmetric_eigen(const std::vector<double>& m, std::int64_t n);

/// The rotation nearest to m[n, n]: U V^T of m = U S V^T.
std::vector<double> nearest_rotation(const std::vector<double>& m, std::int64_t n);

}  // namespace disgnn::relations
