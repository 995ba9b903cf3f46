#pragma once

#include <algorithm>
#include <cstdint>

#include "disgnn/ops/channel_scores.h"

/// Inner loops over the H hidden units of one channel. `omp simd` lets the compiler keep several
/// partial sums; their order is fixed when the file is compiled, so results never depend on threads.
namespace disgnn::ops {

/// max(x, slope * x) equals LeakyReLU for slopes below one, without a branch to mispredict.
template <typename T>
T leaky(T x) {
  return std::max(x, static_cast<T>(kLeakySlope) * x);
}

template <typename T>
T leaky_derivative(T x) {
  return x > 0 ? T(1) : static_cast<T>(kLeakySlope);
}

/// sum_h a[h] * b[h]
template <typename T>
T dot(const T* __restrict a, const T* __restrict b, std::int64_t count) {
  T sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::int64_t h = 0; h < count; ++h) sum += a[h] * b[h];
  return sum;
}

/// sum_h w[h] * LeakyReLU(p[h] + q[h])
template <typename T>
T leaky_dot(const T* __restrict w, const T* __restrict p, const T* __restrict q,
            std::int64_t count) {
  T sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::int64_t h = 0; h < count; ++h) sum += w[h] * leaky(p[h] + q[h]);
  return sum;
}

/// out += scale * x
template <typename T>
void add_scaled(T* __restrict out, T scale, const T* __restrict x, std::int64_t count) {
#pragma omp simd
  for (std::int64_t h = 0; h < count; ++h) out[h] += scale * x[h];
}

}  // namespace disgnn::ops
