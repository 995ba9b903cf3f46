#include "embed/kernels/skip_gram_kernel.h"

#include <cmath>

// Highway includes this file again for every instruction set; the loops are plain C++ that the
// compiler vectorises for each of them.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "embed/kernels/skip_gram_kernel.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace disgnn::embed {
namespace HWY_NAMESPACE {

void SkipGramStep(const SkipGramTask& task) {
  float* HWY_RESTRICT input = task.input;
  float* HWY_RESTRICT moved = task.scratch;
  const std::int64_t dimension = task.dimension;
#pragma omp simd
  for (std::int64_t i = 0; i < dimension; ++i) moved[i] = 0;
  for (std::int64_t k = 0; k < task.count; ++k) {
    float* HWY_RESTRICT output = task.outputs[k];
    float dot = 0;
#pragma omp simd reduction(+ : dot)
    for (std::int64_t i = 0; i < dimension; ++i) dot += input[i] * output[i];
    const float target = k == 0 ? 1.0F : 0.0F;
    const float step = task.rate * (target - 1 / (1 + std::exp(-dot)));
#pragma omp simd
    for (std::int64_t i = 0; i < dimension; ++i) {
      moved[i] += step * output[i];
      output[i] += step * input[i];
    }
  }
#pragma omp simd
  for (std::int64_t i = 0; i < dimension; ++i) input[i] += moved[i];
}

}  // namespace HWY_NAMESPACE
}  // namespace disgnn::embed
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace disgnn::embed {

HWY_EXPORT(SkipGramStep);

void skip_gram_step(const SkipGramTask& task) {
  HWY_DYNAMIC_DISPATCH(SkipGramStep)(task);
}

}  // namespace disgnn::embed
#endif  // HWY_ONCE
