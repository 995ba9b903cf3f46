#include "ops/kernels/adam_kernel.h"

#include <cmath>

// Highway includes this file again for every instruction set; the loop is plain C++ that the
// compiler vectorises for each of them.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/kernels/adam_kernel.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace disgnn::ops {
namespace HWY_NAMESPACE {

template <typename T>
void adam(const AdamTask<T>& task, RowRange elements) {
  T* HWY_RESTRICT x = task.x;
  const T* HWY_RESTRICT gradient = task.gradient;
  T* HWY_RESTRICT first = task.first;
  T* HWY_RESTRICT second = task.second;
  const auto [beta1, beta2] = std::pair(task.beta1, task.beta2);
#pragma omp simd
  for (std::int64_t i = elements.first; i < elements.last; ++i) {
    const T g = gradient[i] + task.decay * x[i];
    const T m = beta1 * first[i] + (1 - beta1) * g;
    const T v = beta2 * second[i] + (1 - beta2) * g * g;
    first[i] = m;
    second[i] = v;
    x[i] -= task.rate * m / (std::sqrt(v) / task.root_correction + task.epsilon);
  }
}

void AdamFloat(const AdamTask<float>& task, RowRange elements) {
  adam(task, elements);
}
void AdamDouble(const AdamTask<double>& task, RowRange elements) {
  adam(task, elements);
}

}  // namespace HWY_NAMESPACE
}  // namespace disgnn::ops
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace disgnn::ops {

HWY_EXPORT(AdamFloat);
HWY_EXPORT(AdamDouble);

void adam_update(const AdamTask<float>& task, RowRange elements) {
  HWY_DYNAMIC_DISPATCH(AdamFloat)(task, elements);
}
void adam_update(const AdamTask<double>& task, RowRange elements) {
  HWY_DYNAMIC_DISPATCH(AdamDouble)(task, elements);
}

}  // namespace disgnn::ops
#endif  // HWY_ONCE
