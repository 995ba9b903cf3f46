#include "ops/gemm.h"

#include <ATen/ATen.h>
#include <dnnl.h>

#include "disgnn/core/error.h"

namespace disgnn::ops {

void gemm(const GemmTask& task, const float* a, const float* b, float* out) {
  const bool a_turned = task.a_side == MatrixSide::kTransposed;
  const bool b_turned = task.b_side == MatrixSide::kTransposed;
  const dnnl_status_t status =
      dnnl_sgemm(static_cast<char>(task.a_side), static_cast<char>(task.b_side), task.m, task.n,
                 task.k, 1.0F, a, a_turned ? task.m : task.k, b, b_turned ? task.k : task.n,
                 task.add ? 1.0F : 0.0F, out, task.n);
  DISGNN_ASSERT(status == dnnl_success);
}

void gemm(const GemmTask& task, const double* a, const double* b, double* out) {
  const auto matrix = [](const double* data, std::int64_t rows, std::int64_t columns,
                         MatrixSide side) {
    auto* const memory = const_cast<double*>(data);
    return side == MatrixSide::kPlain ? at::from_blob(memory, {rows, columns}, at::kDouble)
                                      : at::from_blob(memory, {columns, rows}, at::kDouble).t();
  };
  at::Tensor target = at::from_blob(out, {task.m, task.n}, at::kDouble);
  const at::Tensor product =
      at::mm(matrix(a, task.m, task.k, task.a_side), matrix(b, task.k, task.n, task.b_side));
  task.add ? target.add_(product) : target.copy_(product);
}

}  // namespace disgnn::ops
