#include "disgnn/ops/matmul.h"

#include <ATen/ATen.h>
#include <dnnl.h>
#include <torch/csrc/autograd/custom_function.h>

#include "disgnn/core/error.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

enum class Transposed : char { kNo = 'N', kYes = 'T' };

/// a * b with either of them transposed; both contiguous.
at::Tensor product(Transposed a_side, const at::Tensor& a, Transposed b_side, const at::Tensor& b) {
  const bool a_turned = a_side == Transposed::kYes;
  const bool b_turned = b_side == Transposed::kYes;
  if (a.scalar_type() != at::kFloat || a.numel() == 0 || b.numel() == 0) {
    return at::mm(a_turned ? a.t() : a, b_turned ? b.t() : b);
  }
  const std::int64_t rows = a.size(a_turned ? 1 : 0);
  const std::int64_t inner = a.size(a_turned ? 0 : 1);
  const std::int64_t columns = b.size(b_turned ? 0 : 1);
  at::Tensor out = at::empty({rows, columns}, a.options());
  const dnnl_status_t status =
      dnnl_sgemm(static_cast<char>(a_side), static_cast<char>(b_side), rows, columns, inner, 1.0F,
                 a.data_ptr<float>(), a.size(1), b.data_ptr<float>(), b.size(1), 0.0F,
                 out.data_ptr<float>(), columns);
  DISGNN_ASSERT(status == dnnl_success);
  return out;
}

class MatMul : public torch::autograd::Function<MatMul> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x_in, const at::Tensor& w_in) {
    const at::Tensor x = x_in.contiguous();
    const at::Tensor w = w_in.contiguous();
    ctx->save_for_backward({x, w});
    ctx->saved_data["x_needed"] = x_in.requires_grad();
    return product(Transposed::kNo, x, Transposed::kNo, w);
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto saved = ctx->get_saved_variables();
    const at::Tensor gradient = gradients[0].contiguous();
    at::Tensor dx;
    if (ctx->saved_data["x_needed"].toBool()) {  // features need none
      dx = product(Transposed::kNo, gradient, Transposed::kYes, saved[1]);
    }
    return {dx, product(Transposed::kYes, saved[0], Transposed::kNo, gradient)};
  }
};

}  // namespace

at::Tensor matmul(const at::Tensor& x, const at::Tensor& w) {
  DISGNN_ASSERT(x.dim() == 2 && w.dim() == 2 && x.size(1) == w.size(0));
  return MatMul::apply(x, w);
}

}  // namespace disgnn::ops
