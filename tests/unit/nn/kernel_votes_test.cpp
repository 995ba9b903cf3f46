#include "disgnn/nn/kernel_votes.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "disgnn/graph/structure_features.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

/// k(v, u) of all pairs by dense formulas, [N, N].
at::Tensor dense_kernel(const Graph& graph) {
  const NodeId nodes = graph.nodes();
  at::Tensor lists = at::zeros({nodes, nodes}, at::kDouble);  // rows: weighted neighbour lists
  for (NodeId v = 0; v < nodes; ++v) {
    for (const NodeId u : graph.neighbours(v)) {
      const auto degree = static_cast<double>(graph.neighbours(u).size() - 1);  // no self loop
      if (u != v) lists[v][u] = std::log(static_cast<double>(nodes) / degree);
    }
  }
  const at::Tensor unit = lists / lists.norm(2, 1, /*keepdim=*/true);
  const at::Tensor cosine = at::mm(unit, unit.t());
  const at::Tensor s =
      at::tensor(structure_features(*graph.index()), at::kDouble).view({nodes, kStructureFeatures});
  const at::Tensor distance = (s.unsqueeze(0) - s.unsqueeze(1)).square().sum(2);
  return cosine + cosine.pow(4) + (-distance / 2).exp();
}

/// Ridge regression on `known` nodes, by definition: k (K + 0.3 I)^-1 (onehot - 1 / classes).
at::Tensor regression(const at::Tensor& kernel, const std::vector<std::int64_t>& known,
                      const std::vector<std::int32_t>& labels, std::int64_t classes) {
  const at::Tensor nodes = at::tensor(known);
  const auto count = static_cast<std::int64_t>(known.size());
  at::Tensor targets = at::full({count, classes}, -1.0 / static_cast<double>(classes), at::kDouble);
  for (std::int64_t i = 0; i < count; ++i) targets[i][labels[known[i]]] += 1;
  const at::Tensor columns = kernel.index_select(1, nodes);
  const at::Tensor gram = columns.index_select(0, nodes) + 0.3 * at::eye(count, at::kDouble);
  return at::mm(columns, at::linalg_solve(gram, targets));
}

TEST(KernelVotes, AreThoseOfARegressionWithoutTheNodeItself) {
  const Graph graph = triangle_with_tail();
  const std::vector<std::int32_t> labels{0, 2, -1, 0};
  const at::Tensor votes = kernel_votes(*graph.index(), labels, 3);
  const at::Tensor kernel = dense_kernel(graph);
  const auto expect_row = [&](std::int64_t v, const std::vector<std::int64_t>& known) {
    EXPECT_EQ(difference(votes[v].to(at::kDouble), regression(kernel, known, labels, 3)[v], 1e-5),
              "")
        << "node " << v;
  };
  expect_row(0, {1, 3});
  expect_row(1, {0, 3});
  expect_row(2, {0, 1, 3});
  expect_row(3, {0, 1});
}

TEST(KernelVotes, DoNotDependOnTheNodesOwnLabel) {
  const Graph graph = triangle_with_tail();
  const at::Tensor one = kernel_votes(*graph.index(), std::vector{0, 1, -1, 0}, 2);
  const at::Tensor other = kernel_votes(*graph.index(), std::vector{1, 1, -1, 0}, 2);
  EXPECT_EQ(difference(one[0], other[0], 1e-6), "");
  EXPECT_NE(difference(one[2], other[2], 1e-3), "");
}

TEST(KernelVotes, SayNothingWithoutLabels) {
  const Graph graph = triangle_with_tail();
  const at::Tensor votes = kernel_votes(*graph.index(), std::vector<std::int32_t>(4, -1), 2);
  EXPECT_EQ(votes.abs().max().item<double>(), 0);
}

}  // namespace
}  // namespace disgnn::nn
