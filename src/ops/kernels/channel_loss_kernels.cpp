#include "ops/kernels/channel_loss_kernels.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

// Highway includes this file again for every instruction set; most loops are plain C++ that the
// compiler vectorises for each of them.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/kernels/channel_loss_kernels.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "disgnn/ops/leaky_slope.h"

HWY_BEFORE_NAMESPACE();
namespace disgnn::ops {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
void activate(const MessageBlock& block, const T* node, const T* HWY_RESTRICT b, T* y) {
  const auto slope = static_cast<T>(kLeakySlope);
  for (std::int64_t v = 0; v < block.nodes; ++v) {
    const T* HWY_RESTRICT node_v = node + v * block.hidden;
    T* HWY_RESTRICT row = y + v * block.hidden;
#pragma omp simd
    for (std::int64_t h = 0; h < block.hidden; ++h) {
      const T x = row[h] + node_v[h] + b[h];
      row[h] = x > 0 ? x : slope * x;
    }
  }
}

template <typename T>
void gradient(const MessageBlock& block, const T* y, T* dy, T* d_node, T* HWY_RESTRICT db) {
  const auto slope = static_cast<T>(kLeakySlope);
  for (std::int64_t v = 0; v < block.nodes; ++v) {
    const T* HWY_RESTRICT y_row = y + v * block.hidden;
    T* HWY_RESTRICT row = dy + v * block.hidden;
    T* HWY_RESTRICT sum = d_node + v * block.hidden;
#pragma omp simd
    for (std::int64_t h = 0; h < block.hidden; ++h) {
      const T g = y_row[h] > 0 ? row[h] : slope * row[h];
      row[h] = g;
      sum[h] += g;
      db[h] += g;
    }
  }
}

/// x = exp(x) for `count` values that are not positive; NaN stays NaN.
template <typename T>
void exponentials(std::int64_t count, T* x) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto lowest = hn::Set(d, std::is_same_v<T, float> ? T(-80) : T(-700));
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto value = hn::LoadU(d, x + i);
    const auto power = hn::Exp(d, hn::Max(value, lowest));
    hn::StoreU(hn::IfThenElse(hn::Eq(value, value), power, value), d, x + i);
  }
  for (; i < count; ++i) x[i] = std::exp(x[i]);
}

template <typename T>
double cross_entropy(const CrossEntropyTask& task, T* logits, T* db) {
  const auto share = static_cast<T>(task.share);
  double loss = 0;
  for (std::int64_t row = 0; row < task.rows; ++row) {
    T* const x = logits + row * task.classes;
    T largest = x[0];
    for (std::int64_t c = 1; c < task.classes; ++c) largest = std::max(largest, x[c]);
    for (std::int64_t c = 0; c < task.classes; ++c) x[c] -= largest;
    loss -= static_cast<double>(x[task.target]);
  }
  exponentials(task.rows * task.classes, logits);
  for (std::int64_t row = 0; row < task.rows; ++row) {
    T* const x = logits + row * task.classes;
    T sum = 0;
    for (std::int64_t c = 0; c < task.classes; ++c) sum += x[c];
    loss += static_cast<double>(std::log(sum));
    const T scale = share / sum;
    for (std::int64_t c = 0; c < task.classes; ++c) x[c] *= scale;
    x[task.target] -= share;
    for (std::int64_t c = 0; c < task.classes; ++c) db[c] += x[c];
  }
  return loss;
}

// Highway dispatches plain functions, so every kernel gets one per element type.
void ActivateFloat(const MessageBlock& block, const float* node, const float* b, float* y) {
  activate(block, node, b, y);
}
void ActivateDouble(const MessageBlock& block, const double* node, const double* b, double* y) {
  activate(block, node, b, y);
}
void GradientFloat(const MessageBlock& block, const float* y, float* dy, float* d_node, float* db) {
  gradient(block, y, dy, d_node, db);
}
void GradientDouble(const MessageBlock& block, const double* y, double* dy, double* d_node,
                    double* db) {
  gradient(block, y, dy, d_node, db);
}
double CrossEntropyFloat(const CrossEntropyTask& task, float* logits, float* db) {
  return cross_entropy(task, logits, db);
}
double CrossEntropyDouble(const CrossEntropyTask& task, double* logits, double* db) {
  return cross_entropy(task, logits, db);
}

}  // namespace HWY_NAMESPACE
}  // namespace disgnn::ops
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace disgnn::ops {

HWY_EXPORT(ActivateFloat);
HWY_EXPORT(ActivateDouble);
HWY_EXPORT(GradientFloat);
HWY_EXPORT(GradientDouble);
HWY_EXPORT(CrossEntropyFloat);
HWY_EXPORT(CrossEntropyDouble);

void add_and_activate(const MessageBlock& block, const float* node, const float* b, float* y) {
  HWY_DYNAMIC_DISPATCH(ActivateFloat)(block, node, b, y);
}
void add_and_activate(const MessageBlock& block, const double* node, const double* b, double* y) {
  HWY_DYNAMIC_DISPATCH(ActivateDouble)(block, node, b, y);
}
void activation_gradient(const MessageBlock& block, const float* y, float* dy, float* d_node,
                         float* db) {
  HWY_DYNAMIC_DISPATCH(GradientFloat)(block, y, dy, d_node, db);
}
void activation_gradient(const MessageBlock& block, const double* y, double* dy, double* d_node,
                         double* db) {
  HWY_DYNAMIC_DISPATCH(GradientDouble)(block, y, dy, d_node, db);
}
double cross_entropy_gradient(const CrossEntropyTask& task, float* logits, float* db) {
  return HWY_DYNAMIC_DISPATCH(CrossEntropyFloat)(task, logits, db);
}
double cross_entropy_gradient(const CrossEntropyTask& task, double* logits, double* db) {
  return HWY_DYNAMIC_DISPATCH(CrossEntropyDouble)(task, logits, db);
}

}  // namespace disgnn::ops
#endif  // HWY_ONCE
