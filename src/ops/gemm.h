#pragma once

#include <cstdint>

namespace disgnn::ops {

enum class MatrixSide : char { kPlain = 'N', kTransposed = 'T' };

/// out[m, n] (+)= a * b with either of them transposed. Floats go through oneDNN, doubles (which
/// only tests use) through ATen.
struct GemmTask {
  MatrixSide a_side;
  MatrixSide b_side;
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
  bool add;  ///< to what is there, instead of replacing it
  // From one row to the next, as they lie in memory; no gaps unless said.
  std::int64_t a_stride = 0;
  std::int64_t b_stride = 0;
  std::int64_t out_stride = 0;
};
void gemm(const GemmTask& task, const float* a, const float* b, float* out);
void gemm(const GemmTask& task, const double* a, const double* b, double* out);

}  // namespace disgnn::ops
