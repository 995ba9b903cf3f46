#include "disgnn/ops/channel_products.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "support/tensors.h"

namespace disgnn::ops {
namespace {

using disgnn::testing::difference;
using disgnn::testing::random_tensor;

TEST(ProjectChannels, LaysOneChannelAfterTheOther) {
  const at::Tensor terms =
      project_channels(random_tensor({5, 3}, 1), random_tensor({3, 2 * 4 * 7}, 2), 2, 4);
  EXPECT_EQ(terms.sizes(), (at::IntArrayRef{5, 2, 4, 7}));
  EXPECT_EQ(terms.strides(), (at::IntArrayRef{7, 4 * 5 * 7, 5 * 7, 1}));
}

TEST(ChannelProducts, TakeNoNodesAndNoFeatures) {
  const at::Tensor w = random_tensor({3, 8}, 1).requires_grad_();
  project_channels(at::zeros({0, 3}, at::kDouble), w, 2, 2).sum().backward();
  EXPECT_EQ(difference(w.grad(), at::zeros_like(w), 0), "");
  const at::Tensor terms =
      project_channels(at::zeros({4, 0}, at::kDouble), at::zeros({0, 8}, at::kDouble), 2, 2);
  EXPECT_EQ(difference(terms, at::zeros({4, 2, 2, 2}, at::kDouble), 0), "");
  const at::Tensor v = random_tensor({4, 3}, 1).requires_grad_();
  merge_channels(at::zeros({0, 2, 2}, at::kDouble), v).sum().backward();
  EXPECT_EQ(difference(v.grad(), at::zeros_like(v), 0), "");
}

TEST(MergeChannels, TakesMessagesThatAllNodesShare) {
  for (const std::int64_t hidden : {1, 3}) {
    const at::Tensor z = random_tensor({1, 2, hidden}, 1).expand({6, 2, hidden});
    const at::Tensor w = random_tensor({2 * hidden, 4}, 2);
    EXPECT_EQ(difference(merge_channels(z, w), at::matmul(z.flatten(1), w), 1e-12), "");
  }
}

}  // namespace
}  // namespace disgnn::ops
