#include "ops/kernels/sparse_kernels.h"

// Highway includes this file again for every instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/kernels/sparse_kernels.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include "ops/kernels/entry_loops-inl.h"

HWY_BEFORE_NAMESPACE();
namespace disgnn::ops {
namespace HWY_NAMESPACE {

/// Sums of NV vectors stay in registers while the row's entries go by.
template <int NV, typename T>
HWY_INLINE void sum_vectors(const SparseProductTask<T>& task, EntryId first, EntryId last,
                            std::int64_t unit, T* out) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> sum[NV];
  for (int i = 0; i < NV; ++i) sum[i] = hn::Zero(d);
  for (EntryId k = first; k < last; ++k) {
    const T* const x = task.x.row(task.side.others[k]) + unit;
    const auto scale = hn::Set(d, task.values[k]);
    for (int i = 0; i < NV; ++i) {
      sum[i] = hn::MulAdd(scale, hn::LoadU(d, x + i * lanes), sum[i]);
    }
  }
  for (int i = 0; i < NV; ++i) hn::StoreU(sum[i], d, out + unit + i * lanes);
}

template <typename T>
void sparse_product(const SparseProductTask<T>& task) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<T>()));
  for (std::int64_t row = 0; row < task.rows; ++row) {
    const EntryId first = task.side.offsets[row];
    const EntryId last = task.side.offsets[row + 1];
    T* const out = task.out.row(row);
    std::int64_t unit = 0;
    for (; unit + 8 * lanes <= task.units; unit += 8 * lanes) {
      sum_vectors<8>(task, first, last, unit, out);
    }
    for (; unit + 4 * lanes <= task.units; unit += 4 * lanes) {
      sum_vectors<4>(task, first, last, unit, out);
    }
    for (; unit + lanes <= task.units; unit += lanes) {
      sum_vectors<1>(task, first, last, unit, out);
    }
    for (; unit < task.units; ++unit) {
      T sum = 0;
      for (EntryId k = first; k < last; ++k) {
        sum += task.values[k] * task.x.row(task.side.others[k])[unit];
      }
      out[unit] = sum;
    }
  }
}

void SparseProductFloat(const SparseProductTask<float>& task) {
  sparse_product(task);
}
void SparseProductDouble(const SparseProductTask<double>& task) {
  sparse_product(task);
}

}  // namespace HWY_NAMESPACE
}  // namespace disgnn::ops
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace disgnn::ops {

HWY_EXPORT(SparseProductFloat);
HWY_EXPORT(SparseProductDouble);

void sparse_product_rows(const SparseProductTask<float>& task) {
  HWY_DYNAMIC_DISPATCH(SparseProductFloat)(task);
}
void sparse_product_rows(const SparseProductTask<double>& task) {
  HWY_DYNAMIC_DISPATCH(SparseProductDouble)(task);
}

}  // namespace disgnn::ops
#endif  // HWY_ONCE
