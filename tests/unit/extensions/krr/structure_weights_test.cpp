#include "extensions/krr/structure_weights.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "extensions/krr/kernel_choice.h"
#include "extensions/krr/kernels/structure_kernel.h"
#include "extensions/structure/structure_columns.h"
#include "support/labels_in_turn.h"
#include "support/plain_structure.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

constexpr std::int64_t kLandmarks = 60;
constexpr std::int64_t kColumns = kStructureColumns;
constexpr std::int64_t kTelling = 5;

/// Noise but for one column, which tells the label.
at::Tensor columns_of(const std::vector<std::int32_t>& labels) {
  at::Tensor columns = random_tensor({kLandmarks, kColumns}, 3);
  for (std::int64_t v = 0; v < kLandmarks; ++v) {
    columns[v][kTelling] = (labels[v] == 0 ? -1 : 1) + 0.3 * columns[v][kTelling];
  }
  return columns;
}

/// exp(-sum_k w_k (s_vk - s_uk)^2 / 8), [A, A].
at::Tensor weighted_kernel(const at::Tensor& columns, const at::Tensor& weights) {
  const at::Tensor difference = columns.unsqueeze(0) - columns.unsqueeze(1);
  return (-(difference.square() * weights).sum(2) / 8).exp();
}

TEST(StructureWeights, CountTheColumnMoreThatTellsTheLabels) {
  const std::vector<std::int32_t> labels = labels_in_turn(kLandmarks, 2);
  const at::Tensor columns = columns_of(labels);
  const at::Tensor plain = 0.1 * at::eye(kLandmarks, at::kDouble);
  const at::Tensor cofactor = at::full({kLandmarks, kLandmarks}, 2.0, at::kDouble);
  const at::Tensor weights =
      choose_structure_weights({columns, plain, cofactor}, {labels, 2}, /*ridge=*/0.5);
  ASSERT_EQ(weights.numel(), kColumns);
  EXPECT_GT(weights[kTelling].item<double>(), 1);
  EXPECT_LT(weights.sum().item<double>() - weights[kTelling].item<double>(), kColumns - 1);
  const auto likelihood = [&](const at::Tensor& w) {
    return best_scale(plain + cofactor * weighted_kernel(columns, w), {labels, 2}, 0.5).likelihood;
  };
  EXPECT_GT(likelihood(weights), likelihood(at::ones({kColumns}, at::kDouble)) + 1e-3);
}

TEST(StructureWeights, StayWhereStructureDoesNotCount) {
  const std::vector<std::int32_t> labels = labels_in_turn(kLandmarks, 2);
  const at::Tensor same_class = at::tensor(labels).unsqueeze(0).eq(at::tensor(labels).unsqueeze(1));
  const at::Tensor weights =
      choose_structure_weights({columns_of(labels), same_class.to(at::kDouble),
                                at::zeros({kLandmarks, kLandmarks}, at::kDouble)},
                               {labels, 2}, 1);
  EXPECT_TRUE(weights.eq(1).all().item<bool>());
}

/// Columns of noise this large: what doubling or halving one of them gains the likelihood, at most.
double most_gained(const at::Tensor& columns, const std::vector<std::int32_t>& labels) {
  const auto likelihood = [&](const at::Tensor& w) {
    return best_scale(weighted_kernel(columns, w), {labels, 2}, 1).likelihood;
  };
  const at::Tensor ones = at::ones({kColumns}, at::kDouble);
  double most = 0;
  for (std::int64_t k = 0; k < kColumns; ++k) {
    for (const double factor : {2.0, 0.5}) {
      at::Tensor weights = ones.clone();
      weights[k] = factor;
      most = std::max(most, likelihood(weights) - likelihood(ones));
    }
  }
  return most;
}

TEST(StructureWeights, StayWhereLittleIsGained) {
  const std::vector<std::int32_t> labels = labels_in_turn(kLandmarks, 2);
  const at::Tensor columns = 0.2 * random_tensor({kLandmarks, kColumns}, 3);
  const double gained = most_gained(columns, labels);
  ASSERT_GT(gained, 0);
  ASSERT_LT(gained, 0.3 / kLandmarks);
  const at::Tensor weights =
      choose_structure_weights({columns, at::zeros({kLandmarks, kLandmarks}, at::kDouble),
                                at::ones({kLandmarks, kLandmarks}, at::kDouble)},
                               {labels, 2}, 1);
  EXPECT_TRUE(weights.eq(1).all().item<bool>());
}

TEST(StructureKernel, CountsDifferencesAsTheyWeigh) {
  const Graph graph = triangle_with_tail();
  const at::Tensor x = random_tensor({4, 3}, 7);
  const std::vector<NodeId> nodes{0, 1, 2, 3};
  const StructureKernel kernel(NodeInput(x), graph.index(), nodes);
  const at::Tensor s = plain_structure(graph, x);
  const at::Tensor ones = at::ones({kColumns}, at::kDouble);
  EXPECT_EQ(difference(kernel.of(nodes), weighted_kernel(s, ones), 1e-6), "");
  const at::Tensor weights = at::tensor({1.0, 0.125, 2.0, 8.0, 1.0, 0.5, 4.0, 0.25, 1.0});
  const StructureKernel weighed = kernel.weighed(weights.to(at::kDouble));
  EXPECT_EQ(difference(weighed.of(nodes), weighted_kernel(s, weights.to(at::kDouble)), 1e-6), "");
}

}  // namespace
}  // namespace disgnn::nn
