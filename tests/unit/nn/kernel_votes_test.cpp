#include "disgnn/nn/kernel_votes.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "nn/feature_kernel.h"
#include "nn/kernel_choice.h"
#include "nn/walk_kernel.h"
#include "support/plain_structure.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

/// Features of four nodes, [4, 3].
at::Tensor words() {
  return random_tensor({4, 3}, 7);
}

/// Cosines of the neighbour lists in which u counts log(N / degree of u), [N, N].
at::Tensor list_cosines(const Graph& graph, bool with_itself) {
  const NodeId nodes = graph.nodes();
  at::Tensor lists = at::zeros({nodes, nodes}, at::kDouble);
  for (NodeId v = 0; v < nodes; ++v) {
    for (const NodeId u : graph.neighbours(v)) {
      const auto loops = static_cast<double>(graph.neighbours(u).size());
      const double degree = with_itself ? loops : loops - 1;
      if (u != v || with_itself) lists[v][u] = std::log(static_cast<double>(nodes) / degree);
    }
  }
  const at::Tensor unit = lists / lists.norm(2, 1, /*keepdim=*/true).clamp_min(1e-12);
  const at::Tensor cosine = at::mm(unit, unit.t());
  return cosine.masked_fill(at::eye(nodes, at::kBool), 1);
}

/// All kernels k(v, u) of all pairs, [N, N] each: of the place by dense formulas.
std::vector<at::Tensor> dense_kernels(const Graph& graph, const at::Tensor& x) {
  std::vector<NodeId> nodes;
  for (NodeId v = 0; v < graph.nodes(); ++v) nodes.push_back(v);
  const at::Tensor cosine = list_cosines(graph, /*with_itself=*/false);
  const at::Tensor s = plain_structure(graph, x);
  const at::Tensor distance = (s.unsqueeze(0) - s.unsqueeze(1)).square().sum(2);
  const FeatureKernel of_features(NodeInput(x), graph.index(), nodes);
  return {(-distance / 8).exp(),
          cosine + cosine.pow(4),
          cosine.pow(64),
          list_cosines(graph, /*with_itself=*/true),
          WalkKernel(graph.index(), nodes).cosines(nodes),
          of_features.own(nodes),
          of_features.around(nodes)};
}

/// Ridge regression on `known` nodes, by definition: k (K + ridge I)^-1 (onehot - 1 / classes).
at::Tensor regression(const at::Tensor& kernel, const std::vector<std::int64_t>& known,
                      const std::vector<std::int32_t>& labels, std::int64_t classes, double ridge) {
  const at::Tensor nodes = at::tensor(known);
  const auto count = static_cast<std::int64_t>(known.size());
  at::Tensor targets = at::full({count, classes}, -1.0 / static_cast<double>(classes), at::kDouble);
  for (std::int64_t i = 0; i < count; ++i) targets[i][labels[known[i]]] += 1;
  const at::Tensor columns = kernel.index_select(1, nodes);
  const at::Tensor gram = columns.index_select(0, nodes) + ridge * at::eye(count, at::kDouble);
  return at::mm(columns, at::linalg_solve(gram, targets));
}

TEST(KernelVotes, AreThoseOfTheChosenRegressionWithoutTheNodeItself) {
  const Graph graph = triangle_with_tail();
  const std::vector<std::int32_t> labels{0, 2, -1, 0};
  const KernelVotes votes = kernel_votes(NodeInput(words()), graph.index(), labels, 3);
  const std::vector<at::Tensor> kernels = dense_kernels(graph, words());
  const std::vector<std::int32_t> known_labels{0, 2, 0};
  const at::Tensor known_nodes = at::tensor(std::vector<std::int64_t>{0, 1, 3});
  std::vector<at::Tensor> grams;
  for (const at::Tensor& kernel : kernels) {
    grams.push_back(
        kernel.index_select(0, known_nodes).index_select(1, known_nodes).to(at::kFloat));
  }
  // Each of them, and links, twins and a node's own features times structure.
  const KernelChoice choice = choose_kernels(
      grams, {{0}, {1}, {1, 0}, {2}, {2, 0}, {3}, {4}, {5}, {5, 0}, {6}}, {known_labels, 3});
  EXPECT_EQ(votes.scale, choice.scale);
  at::Tensor kernel = at::zeros({4, 4}, at::kDouble);
  for (const KernelProduct& term : choice.terms) kernel = kernel + product_of(kernels, term);
  const auto expect_row = [&](std::int64_t v, const std::vector<std::int64_t>& known) {
    EXPECT_EQ(difference(votes.of_nodes[v].to(at::kDouble),
                         regression(kernel, known, labels, 3, choice.ridge)[v], 1e-5),
              "")
        << "node " << v;
  };
  expect_row(0, {1, 3});
  expect_row(1, {0, 3});
  expect_row(2, {0, 1, 3});
  expect_row(3, {0, 1});
}

/// A class without labels.
TEST(KernelVotes, FollowTheLabelsOfManyNodes) {
  constexpr NodeId kNodes = 3000;
  std::vector<std::int32_t> labels;
  std::vector<float> values;
  for (NodeId v = 0; v < kNodes; ++v) {
    const std::int32_t of_class = v % 3 == 0 ? 0 : 2;
    values.push_back(static_cast<float>(of_class) + static_cast<float>(v % 7) / 10);
    labels.push_back(v % 2 == 0 ? of_class : -1);
  }
  const NodeInput features(at::tensor(values).view({kNodes, 1}));
  const at::Tensor said = kernel_votes(features, path(kNodes).index(), labels, 3).of_nodes;
  const at::Tensor predicted = said.argmax(1);
  for (NodeId v = 0; v < kNodes; ++v) {
    ASSERT_EQ(predicted[v].item<std::int64_t>(), v % 3 == 0 ? 0 : 2) << v;
  }
}

TEST(KernelVotes, AreFiniteWithOneLabelOnDirectedEdges) {
  const KernelVotes votes =
      kernel_votes(NodeInput(words()), directed().index(), std::vector{-1, 1, -1, -1}, 2);
  EXPECT_TRUE(votes.of_nodes.isfinite().all().item<bool>());
}

TEST(KernelVotes, DoWithoutFeaturesWhoseTableWouldBeLarge) {
  const Graph graph = path(3);
  const NodeInput wide(at::zeros({1}).expand({3, 11'000'000}));
  const KernelVotes votes = kernel_votes(wide, graph.index(), std::vector{0, -1, 1}, 2);
  EXPECT_TRUE(votes.of_nodes.isfinite().all().item<bool>());
}

TEST(KernelVotes, SayNothingWithoutLabels) {
  const Graph graph = triangle_with_tail();
  const KernelVotes votes =
      kernel_votes(NodeInput(words()), graph.index(), std::vector<std::int32_t>(4, -1), 2);
  EXPECT_EQ(votes.of_nodes.abs().max().item<double>(), 0);
}

}  // namespace
}  // namespace disgnn::nn
