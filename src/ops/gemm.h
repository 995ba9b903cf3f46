#pragma once

#include <cstdint>

namespace disgnn::ops {

enum class MatrixSide : char { kPlain = 'N', kTransposed = 'T' };

/// out[m, n] (+)= a * b with either of them transposed; all row by row without gaps. Floats go
/// through oneDNN, doubles (which only tests use) through ATen.
struct GemmTask {
  MatrixSide a_side;
  MatrixSide b_side;
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
  bool add;  ///< to what is there, instead of replacing it
};
void gemm(const GemmTask& task, const float* a, const float* b, float* out);
void gemm(const GemmTask& task, const double* a, const double* b, double* out);

}  // namespace disgnn::ops
