#include "ops/gemm.h"

#include <ATen/ATen.h>
#include <dnnl.h>

#include <algorithm>

#include "disgnn/core/error.h"

namespace disgnn::ops {

namespace {

/// Strides that were not given. (Of a matrix with one row the stride may be anything.)
GemmTask with_strides(GemmTask task) {
  const bool a_turned = task.a_side == MatrixSide::kTransposed;
  const bool b_turned = task.b_side == MatrixSide::kTransposed;
  task.a_stride = std::max(task.a_stride, a_turned ? task.m : task.k);
  task.b_stride = std::max(task.b_stride, b_turned ? task.k : task.n);
  task.out_stride = std::max(task.out_stride, task.n);
  return task;
}

/// A product over nothing is zero.
template <typename T>
void clear(const GemmTask& task, T* out) {
  for (std::int64_t row = 0; row < task.m && !task.add; ++row) {
    std::fill_n(out + row * task.out_stride, task.n, T(0));
  }
}

}  // namespace

void gemm(const GemmTask& given, const float* a, const float* b, float* out) {
  const GemmTask task = with_strides(given);
  if (task.m == 0 || task.n == 0 || task.k == 0) return clear(task, out);
  const dnnl_status_t status = dnnl_sgemm(
      static_cast<char>(task.a_side), static_cast<char>(task.b_side), task.m, task.n, task.k, 1.0F,
      a, task.a_stride, b, task.b_stride, task.add ? 1.0F : 0.0F, out, task.out_stride);
  DISGNN_ASSERT(status == dnnl_success);
}

void gemm(const GemmTask& given, const double* a, const double* b, double* out) {
  const GemmTask task = with_strides(given);
  if (task.m == 0 || task.n == 0 || task.k == 0) return clear(task, out);
  const auto matrix = [](const double* data, std::int64_t rows, std::int64_t columns,
                         MatrixSide side, std::int64_t stride) {
    auto* const memory = const_cast<double*>(data);
    return side == MatrixSide::kPlain
               ? at::from_blob(memory, {rows, columns}, {stride, 1}, at::kDouble)
               : at::from_blob(memory, {columns, rows}, {stride, 1}, at::kDouble).t();
  };
  at::Tensor target = at::from_blob(out, {task.m, task.n}, {task.out_stride, 1}, at::kDouble);
  const at::Tensor product = at::mm(matrix(a, task.m, task.k, task.a_side, task.a_stride),
                                    matrix(b, task.k, task.n, task.b_side, task.b_stride));
  task.add ? target.add_(product) : target.copy_(product);
}

}  // namespace disgnn::ops
