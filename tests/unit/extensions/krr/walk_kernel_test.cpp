#include "extensions/krr/kernels/walk_kernel.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

/// Cosines of log max(1, M / T sum of P^r / d) by dense matrices, [N, N].
at::Tensor dense_cosines(const Graph& graph) {
  constexpr int kSteps = 10;
  const NodeId n = graph.nodes();
  at::Tensor links = at::zeros({n, n}, at::kDouble);
  for (NodeId v = 0; v < n; ++v) {
    for (const NodeId u : graph.neighbours(v)) links[v][u] = 1;
  }
  const at::Tensor walk = links / links.sum(1, /*keepdim=*/true).clamp_min(1);
  at::Tensor power = at::eye(n, at::kDouble);
  at::Tensor sum = at::zeros_like(power);
  for (int r = 0; r < kSteps; ++r) {
    power = at::mm(power, walk);
    sum += power;
  }
  const at::Tensor by_chance = links.sum(0) / links.sum();
  const at::Tensor rows = (sum / kSteps / by_chance.clamp_min(1e-12)).clamp_min(1).log();
  const at::Tensor unit = rows / rows.norm(2, 1, /*keepdim=*/true).clamp_min(1e-12);
  return at::mm(unit, unit.t());
}

void expect_dense_formula(const Graph& graph) {
  std::vector<NodeId> all;
  for (NodeId v = 0; v < graph.nodes(); ++v) all.push_back(v);
  const std::vector<NodeId> landmarks{0, graph.nodes() - 1};
  const at::Tensor chosen = at::tensor(std::vector<std::int64_t>{0, graph.nodes() - 1});
  EXPECT_EQ(difference(WalkKernel(graph.index(), landmarks).cosines(all),
                       dense_cosines(graph).index_select(1, chosen), 1e-5),
            "");
}

TEST(WalkKernel, ComparesWhereWalksLead) {
  expect_dense_formula(triangle_with_tail());
}

/// Contexts come in several blocks of columns.
TEST(WalkKernel, DoesSoOnALongPath) {
  expect_dense_formula(path(600));
}

TEST(WalkKernel, DoesSoOnDirectedEdges) {
  expect_dense_formula(directed());
}

TEST(WalkKernel, DoesSoWhereANodeHasNoLinks) {
  expect_dense_formula(with_isolated_node());
}

TEST(WalkKernel, TellsPartsOfAGraphApart) {
  const Graph two_parts =
      build_graph(6, std::vector<NodePair>{{0, 1}, {1, 2}, {3, 4}, {4, 5}}).graph;
  const at::Tensor cosines =
      WalkKernel(two_parts.index(), std::vector<NodeId>{0}).cosines(std::vector<NodeId>{0, 2, 3});
  EXPECT_NEAR(cosines[0][0].item<double>(), 1, 1e-6);
  EXPECT_GT(cosines[1][0].item<double>(), 0.9);
  EXPECT_EQ(cosines[2][0].item<double>(), 0);
}

/// By hand, with one context: the hub, node 0 of the first part, in five entries with its self
/// loop, more than any node of the path. Walks of the first part come there more often than by
/// chance, those of the path never.
TEST(WalkKernel, AsksForTheNodesInTheMostEntries) {
  const Graph hub_and_path =
      build_graph(8, std::vector<NodePair>{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {5, 6}, {6, 7}}).graph;
  const WalkKernel kernel(hub_and_path.index(), std::vector<NodeId>{1, 6}, /*most_contexts=*/1);
  const at::Tensor cosines = kernel.cosines(std::vector<NodeId>{0, 4, 5});
  EXPECT_TRUE(cosines.equal(tensor_of({1, 0, 1, 0, 0, 0}, {3, 2})));
}

TEST(WalkKernel, IsNotMadeForGraphsThatAreTooLarge) {
  EXPECT_TRUE(WalkKernel::fits(*path(3000).index()));
  EXPECT_FALSE(WalkKernel::fits(*path(130'000).index()));
}

}  // namespace
}  // namespace disgnn::nn
