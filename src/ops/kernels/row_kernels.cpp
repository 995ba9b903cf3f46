#include "ops/kernels/row_kernels.h"

// Highway includes this file again for every instruction set; the loops below are plain C++ that
// the compiler vectorises for each of them.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/kernels/row_kernels.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "disgnn/ops/channel_scores.h"

HWY_BEFORE_NAMESPACE();
namespace disgnn::ops {
namespace HWY_NAMESPACE {

/// max(x, slope * x) equals LeakyReLU for slopes below one, without a branch to mispredict.
template <typename T>
HWY_INLINE T leaky(T x) {
  const T small = static_cast<T>(kLeakySlope) * x;
  return x < small ? small : x;
}

template <typename T>
HWY_INLINE T leaky_derivative(T x) {
  return x > 0 ? T(1) : static_cast<T>(kLeakySlope);
}

HWY_INLINE EntryId entry_at(const PairSide& side, EntryId position) {
  return side.entries != nullptr ? side.entries[position] : position;
}

template <typename T>
void accumulate(const AccumulateTask<T>& task, RowRange rows) {
  const auto [channels, hidden] = task.size;
  for (std::int64_t row = rows.first; row < rows.last; ++row) {
    for (EntryId k = task.side.offsets[row]; k < task.side.offsets[row + 1]; ++k) {
      const T* const a = task.a + entry_at(task.side, k) * channels;
      for (std::int64_t c = 0; c < channels; ++c) {
        const T scale = a[c];
        const T* HWY_RESTRICT x = task.x + (task.side.others[k] * channels + c) * hidden;
        T* HWY_RESTRICT out = task.out + (row * channels + c) * hidden;
#pragma omp simd
        for (std::int64_t h = 0; h < hidden; ++h) out[h] += scale * x[h];
      }
    }
  }
}

template <typename T>
void dots(const DotTask<T>& task, RowRange rows) {
  const auto [channels, hidden] = task.size;
  for (std::int64_t row = rows.first; row < rows.last; ++row) {
    for (EntryId k = task.side.offsets[row]; k < task.side.offsets[row + 1]; ++k) {
      for (std::int64_t c = 0; c < channels; ++c) {
        const T* HWY_RESTRICT x = task.x + (row * channels + c) * hidden;
        const T* HWY_RESTRICT y = task.y + (task.side.others[k] * channels + c) * hidden;
        T sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t h = 0; h < hidden; ++h) sum += x[h] * y[h];
        task.out[entry_at(task.side, k) * channels + c] = sum;
      }
    }
  }
}

template <typename T>
void leaky_scores(const LeakyScoreTask<T>& task, RowRange rows) {
  const auto [channels, hidden] = task.size;
  for (std::int64_t row = rows.first; row < rows.last; ++row) {
    for (EntryId k = task.side.offsets[row]; k < task.side.offsets[row + 1]; ++k) {
      for (std::int64_t c = 0; c < channels; ++c) {
        const T* HWY_RESTRICT x = task.x + (row * channels + c) * hidden;
        const T* HWY_RESTRICT y = task.y + (task.side.others[k] * channels + c) * hidden;
        const T* HWY_RESTRICT w = task.w + c * hidden;
        T sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t h = 0; h < hidden; ++h) sum += w[h] * leaky(x[h] + y[h]);
        task.out[entry_at(task.side, k) * channels + c] = sum;
      }
    }
  }
}

template <typename T>
void leaky_score_gradients(const LeakyScoreGradientTask<T>& task, RowRange rows) {
  const auto [channels, hidden] = task.size;
  for (std::int64_t row = rows.first; row < rows.last; ++row) {
    for (EntryId k = task.side.offsets[row]; k < task.side.offsets[row + 1]; ++k) {
      const T* const gradient = task.gradient + entry_at(task.side, k) * channels;
      for (std::int64_t c = 0; c < channels; ++c) {
        const T g = gradient[c];
        const T* HWY_RESTRICT x = task.x + (row * channels + c) * hidden;
        const T* HWY_RESTRICT y = task.y + (task.side.others[k] * channels + c) * hidden;
        const T* HWY_RESTRICT w = task.w + c * hidden;
        T* HWY_RESTRICT dx = task.dx + (row * channels + c) * hidden;
        if (task.dw == nullptr) {
#pragma omp simd
          for (std::int64_t h = 0; h < hidden; ++h) {
            dx[h] += g * w[h] * leaky_derivative(x[h] + y[h]);
          }
          continue;
        }
        T* HWY_RESTRICT dw = task.dw + c * hidden;
#pragma omp simd
        for (std::int64_t h = 0; h < hidden; ++h) {
          const T t = x[h] + y[h];
          dx[h] += g * w[h] * leaky_derivative(t);
          dw[h] += g * leaky(t);
        }
      }
    }
  }
}

// Highway dispatches plain functions, so every kernel gets one per element type.
void AccumulateFloat(const AccumulateTask<float>& task, RowRange rows) {
  accumulate(task, rows);
}
void AccumulateDouble(const AccumulateTask<double>& task, RowRange rows) {
  accumulate(task, rows);
}
void DotsFloat(const DotTask<float>& task, RowRange rows) {
  dots(task, rows);
}
void DotsDouble(const DotTask<double>& task, RowRange rows) {
  dots(task, rows);
}
void LeakyScoresFloat(const LeakyScoreTask<float>& task, RowRange rows) {
  leaky_scores(task, rows);
}
void LeakyScoresDouble(const LeakyScoreTask<double>& task, RowRange rows) {
  leaky_scores(task, rows);
}
void LeakyScoreGradientsFloat(const LeakyScoreGradientTask<float>& task, RowRange rows) {
  leaky_score_gradients(task, rows);
}
void LeakyScoreGradientsDouble(const LeakyScoreGradientTask<double>& task, RowRange rows) {
  leaky_score_gradients(task, rows);
}

}  // namespace HWY_NAMESPACE
}  // namespace disgnn::ops
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace disgnn::ops {

HWY_EXPORT(AccumulateFloat);
HWY_EXPORT(AccumulateDouble);
HWY_EXPORT(DotsFloat);
HWY_EXPORT(DotsDouble);
HWY_EXPORT(LeakyScoresFloat);
HWY_EXPORT(LeakyScoresDouble);
HWY_EXPORT(LeakyScoreGradientsFloat);
HWY_EXPORT(LeakyScoreGradientsDouble);

void accumulate_rows(const AccumulateTask<float>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(AccumulateFloat)(task, rows);
}
void accumulate_rows(const AccumulateTask<double>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(AccumulateDouble)(task, rows);
}
void dot_rows(const DotTask<float>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(DotsFloat)(task, rows);
}
void dot_rows(const DotTask<double>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(DotsDouble)(task, rows);
}
void leaky_score_rows(const LeakyScoreTask<float>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(LeakyScoresFloat)(task, rows);
}
void leaky_score_rows(const LeakyScoreTask<double>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(LeakyScoresDouble)(task, rows);
}
void leaky_score_gradient_rows(const LeakyScoreGradientTask<float>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(LeakyScoreGradientsFloat)(task, rows);
}
void leaky_score_gradient_rows(const LeakyScoreGradientTask<double>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(LeakyScoreGradientsDouble)(task, rows);
}

}  // namespace disgnn::ops
#endif  // HWY_ONCE
