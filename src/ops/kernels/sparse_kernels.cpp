#include "ops/kernels/sparse_kernels.h"

// Highway includes this file again for every instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/kernels/sparse_kernels.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include "ops/kernels/slices-inl.h"

HWY_BEFORE_NAMESPACE();
namespace disgnn::ops {
namespace HWY_NAMESPACE {

template <typename T>
void sparse_product(const SparseProductTask<T>& task, RowRange units) {
  for (std::int64_t row = 0; row < task.rows; ++row) {
    const EntryId first = task.side.offsets[row];
    const Others others{task.side.others + first, task.side.offsets[row + 1] - first};
    const NodeTable<const T> table{task.x.data + units.first, task.x.stride};
    for_each_block<T>(units.last - units.first,
                      SumSlice<T>{task.values + first, 1, table, others,
                                  task.out.row(row) + units.first, /*add=*/false});
  }
}

void SparseProductFloat(const SparseProductTask<float>& task, RowRange units) {
  sparse_product(task, units);
}
void SparseProductDouble(const SparseProductTask<double>& task, RowRange units) {
  sparse_product(task, units);
}

}  // namespace HWY_NAMESPACE
}  // namespace disgnn::ops
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace disgnn::ops {

HWY_EXPORT(SparseProductFloat);
HWY_EXPORT(SparseProductDouble);

void sparse_product_units(const SparseProductTask<float>& task, RowRange units) {
  HWY_DYNAMIC_DISPATCH(SparseProductFloat)(task, units);
}
void sparse_product_units(const SparseProductTask<double>& task, RowRange units) {
  HWY_DYNAMIC_DISPATCH(SparseProductDouble)(task, units);
}

}  // namespace disgnn::ops
#endif  // HWY_ONCE
