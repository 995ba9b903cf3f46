#include "disgnn/ops/matmul.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include "disgnn/core/error.h"
#include "ops/gemm.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// a * b with either of them transposed; both contiguous.
at::Tensor product(MatrixSide a_side, const at::Tensor& a, MatrixSide b_side, const at::Tensor& b) {
  const bool a_turned = a_side == MatrixSide::kTransposed;
  const bool b_turned = b_side == MatrixSide::kTransposed;
  const std::int64_t rows = a.size(a_turned ? 1 : 0);
  const std::int64_t inner = a.size(a_turned ? 0 : 1);
  const std::int64_t columns = b.size(b_turned ? 0 : 1);
  if (a.numel() == 0 || b.numel() == 0) return at::zeros({rows, columns}, a.options());
  at::Tensor out = at::empty({rows, columns}, a.options());
  AT_DISPATCH_FLOATING_TYPES(a.scalar_type(), "matmul", [&] {
    gemm({a_side, b_side, rows, columns, inner, false}, a.data_ptr<scalar_t>(),
         b.data_ptr<scalar_t>(), out.data_ptr<scalar_t>());
  });
  return out;
}

class MatMul : public torch::autograd::Function<MatMul> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x_in, const at::Tensor& w_in) {
    const at::Tensor x = x_in.contiguous();
    const at::Tensor w = w_in.contiguous();
    ctx->save_for_backward({x, w});
    ctx->saved_data["x_needed"] = x_in.requires_grad();
    return product(MatrixSide::kPlain, x, MatrixSide::kPlain, w);
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto saved = ctx->get_saved_variables();
    const at::Tensor gradient = gradients[0].contiguous();
    at::Tensor dx;
    if (ctx->saved_data["x_needed"].toBool()) {  // features need none
      dx = product(MatrixSide::kPlain, gradient, MatrixSide::kTransposed, saved[1]);
    }
    return {dx, product(MatrixSide::kTransposed, saved[0], MatrixSide::kPlain, gradient)};
  }
};

}  // namespace

at::Tensor matmul(const at::Tensor& x, const at::Tensor& w) {
  DISGNN_ASSERT(x.dim() == 2 && w.dim() == 2 && x.size(1) == w.size(0));
  return MatMul::apply(x, w);
}

}  // namespace disgnn::ops
