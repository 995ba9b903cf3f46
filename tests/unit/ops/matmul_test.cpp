#include "disgnn/ops/matmul.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "support/tensors.h"

namespace disgnn::ops {
namespace {

using disgnn::testing::difference;
using disgnn::testing::random_tensor;

/// Value, then the gradients of both factors.
template <typename Product>
std::vector<at::Tensor> value_and_gradients(const Product& product, const at::Tensor& x_values,
                                            const at::Tensor& w_values) {
  const at::Tensor x = x_values.clone().requires_grad_();
  const at::Tensor w = w_values.clone().requires_grad_();
  const at::Tensor value = product(x, w);
  (value * random_tensor(value.sizes(), 3).to(value.scalar_type())).sum().backward();
  return {value.detach(), x.grad(), w.grad()};
}

TEST(MatMul, AgreesWithAten) {
  struct Shape {
    std::int64_t rows;
    std::int64_t inner;
    std::int64_t columns;
  };
  for (const Shape& shape : {Shape{1, 1, 1}, {300, 64, 96}, {7, 100, 3}, {0, 4, 5}, {4, 5, 0}}) {
    for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
      const at::Tensor x = random_tensor({shape.rows, shape.inner}, 1).to(type);
      const at::Tensor w = random_tensor({shape.inner, shape.columns}, 2).to(type);
      const auto found = value_and_gradients(&ops::matmul, x, w);
      const auto expected = value_and_gradients(
          [](const at::Tensor& a, const at::Tensor& b) { return at::mm(a, b); }, x, w);
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(difference(found[i], expected[i], type == at::kDouble ? 1e-12 : 1e-5), "");
      }
    }
  }
}

TEST(MatMul, TakesSlicesOfAWeight) {
  const at::Tensor x = random_tensor({20, 4}, 1).to(at::kFloat);
  const at::Tensor w = random_tensor({8, 9}, 2).to(at::kFloat);
  EXPECT_EQ(difference(ops::matmul(x, w.narrow(0, 2, 4)), at::mm(x, w.narrow(0, 2, 4)), 1e-5), "");
  EXPECT_EQ(difference(ops::matmul(x, w.narrow(0, 2, 4).narrow(1, 1, 5)),
                       at::mm(x, w.narrow(0, 2, 4).narrow(1, 1, 5)), 1e-5),
            "");
}

}  // namespace
}  // namespace disgnn::ops
