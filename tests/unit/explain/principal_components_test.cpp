#include "disgnn/explain/principal_components.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "support/tensors.h"

namespace disgnn {
namespace {

TEST(PrincipalComponents, FindsTheDirectionsOfLargestVariance) {
  // Along (3, 4)/5 the points stand at -10, 0, 10, across at 1, -2, 1.
  const at::Tensor along = at::tensor({0.6, 0.8}, at::kDouble);
  const at::Tensor across = at::tensor({0.8, -0.6}, at::kDouble);
  const at::Tensor offset = at::tensor({7.0, -3.0}, at::kDouble);
  const at::Tensor points =
      at::stack({offset - 10 * along + across, offset - 2 * across, offset + 10 * along + across});
  const PrincipalComponents found = principal_components(points, 2);
  const at::Tensor expected = at::tensor({-10.0F, 1.0F, 0.0F, -2.0F, 10.0F, 1.0F}).view({3, 2});
  EXPECT_TRUE(at::allclose(found.positions, expected, 1e-5, 1e-5)) << found.positions;
  EXPECT_NEAR(found.explained[0].item<double>(), 200.0 / 206.0, 1e-9);
  EXPECT_NEAR(found.explained[1].item<double>(), 6.0 / 206.0, 1e-9);
}

TEST(PrincipalComponents, OrdersAsManyDirectionsAsAreAskedFor) {
  // A cross: two points at distance 1, 2 and 3 from (5, 5, 5) along each axis.
  const at::Tensor points = 5 + at::tensor({1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 2.0, 0.0,  //
                                            0.0, -2.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, -3.0},
                                           at::kDouble)
                                    .view({6, 3});
  const PrincipalComponents found = principal_components(points, 4);
  // Axes by variance: third, second, first; the fourth does not exist.
  const at::Tensor expected = at::tensor({0.0F,  0.0F,  1.0F,  0.0F,  //
                                          0.0F,  0.0F,  -1.0F, 0.0F,  //
                                          0.0F,  2.0F,  0.0F,  0.0F,  //
                                          0.0F,  -2.0F, 0.0F,  0.0F,  //
                                          3.0F,  0.0F,  0.0F,  0.0F,  //
                                          -3.0F, 0.0F,  0.0F,  0.0F})
                                  .view({6, 4});
  EXPECT_TRUE(at::allclose(found.positions, expected, 1e-6, 1e-6)) << found.positions;
  const at::Tensor shares = at::tensor({18.0, 8.0, 2.0, 0.0}, at::kDouble) / 28.0;
  EXPECT_TRUE(at::allclose(found.explained, shares)) << found.explained;
}

TEST(PrincipalComponents, AgreesWithASingularValueDecomposition) {
  const at::Tensor points = testing::random_tensor({40, 6}, 3);
  const PrincipalComponents found = principal_components(points, 4);
  const at::Tensor centred = points - points.mean(0);
  const auto [u, s, vt] = at::linalg_svd(centred, /*full_matrices=*/false);
  for (std::int64_t i = 0; i < 4; ++i) {
    const at::Tensor position = (u.select(1, i) * s[i]).to(at::kFloat);
    const at::Tensor ours = found.positions.select(1, i);
    EXPECT_TRUE(at::allclose(ours, position, 1e-4, 1e-4) ||
                at::allclose(ours, -position, 1e-4, 1e-4));
  }
}

TEST(PrincipalComponents, CopesWithPointsThatDoNotVary) {
  const PrincipalComponents same = principal_components(at::ones({5, 3}), 2);
  EXPECT_EQ(same.positions.abs().sum().item<float>(), 0);
  EXPECT_EQ(same.explained.sum().item<double>(), 0);
  const PrincipalComponents line = principal_components(at::tensor({1.0F, 3.0F}).view({2, 1}), 2);
  EXPECT_EQ(line.positions[1][0].item<float>(), 1);
  EXPECT_EQ(line.positions[1][1].item<float>(), 0);
}

}  // namespace
}  // namespace disgnn
