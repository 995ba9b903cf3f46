#include "extensions/structure/normalize.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

TEST(StandardColumns, HaveMeanZeroAndDeviationOne) {
  const at::Tensor x = at::tensor({1.0, 200.0, 3.0, 600.0}, at::kDouble).view({2, 2});
  const at::Tensor wanted = at::tensor({-1.0, -1.0, 1.0, 1.0}, at::kDouble).view({2, 2});
  EXPECT_EQ(difference(standardize_columns(x), wanted, 1e-12), "");
}

TEST(StandardColumns, AreZeroWhereAllRowsAreTheSameButForRounding) {
  const at::Tensor x = at::tensor({5.0, 5.0 + 1e-9, 5.0}, at::kDouble).view({3, 1});
  EXPECT_TRUE(standardize_columns(x).equal(at::zeros({3, 1}, at::kDouble)));
}

TEST(RowsOfLengthOne, KeepTheirDirection) {
  const at::Tensor x = at::tensor({3.0, 4.0, 0.0, 0.0}, at::kDouble).view({2, 2});
  const at::Tensor wanted = at::tensor({0.6, 0.8, 0.0, 0.0}, at::kDouble).view({2, 2});
  EXPECT_EQ(difference(normalize_rows(x), wanted, 1e-12), "");
}

}  // namespace
}  // namespace disgnn::nn
