#include "disgnn/nn/kernel_votes.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "nn/feature_kernel.h"
#include "nn/kernel_choice.h"
#include "nn/structure_columns.h"
#include "nn/structure_weights.h"
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
std::vector<at::Tensor> dense_kernels(const Graph& graph, const at::Tensor& x,
                                      const at::Tensor& structure_weights) {
  std::vector<NodeId> nodes;
  for (NodeId v = 0; v < graph.nodes(); ++v) nodes.push_back(v);
  const at::Tensor cosine = list_cosines(graph, /*with_itself=*/false);
  const at::Tensor s = plain_structure(graph, x);
  const at::Tensor distance =
      ((s.unsqueeze(0) - s.unsqueeze(1)).square() * structure_weights).sum(2);
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

/// Each kernel, and links, twins and a node's own features times structure, which is the first.
const std::vector<KernelProduct> kAllCandidates{{0}, {1}, {1, 0}, {2},    {2, 0},
                                                {3}, {4}, {5},    {5, 0}, {6}};

KernelChoice chosen(const std::vector<at::Tensor>& kernels, const at::Tensor& known,
                    const ClassLabels& labels, const std::vector<KernelProduct>& candidates) {
  std::vector<at::Tensor> grams;
  for (const at::Tensor& kernel : kernels) {
    grams.push_back(kernel.index_select(0, known).index_select(1, known).to(at::kFloat));
  }
  return choose_kernels(grams, candidates, labels);
}

/// Compares votes with regressions on dense kernels from which each node's own label is left out.
void expect_votes_of_regressions(const Graph& graph, const at::Tensor& x,
                                 const std::vector<std::int32_t>& labels, std::int32_t classes,
                                 const at::Tensor& structure_weights,
                                 const std::vector<KernelProduct>& candidates) {
  const KernelVotes votes = kernel_votes(NodeInput(x), graph.index(), labels, classes);
  std::vector<std::int64_t> known;
  std::vector<std::int32_t> known_labels;
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    if (labels[v] < 0) continue;
    known.push_back(v);
    known_labels.push_back(labels[v]);
  }
  const std::vector<at::Tensor> kernels = dense_kernels(graph, x, structure_weights);
  const KernelChoice choice =
      chosen(kernels, at::tensor(known), {known_labels, classes}, candidates);
  ASSERT_FALSE(choice.terms.empty());
  EXPECT_EQ(votes.scale, choice.scale);
  at::Tensor kernel = at::zeros({graph.nodes(), graph.nodes()}, at::kDouble);
  for (const KernelProduct& term : choice.terms) kernel = kernel + product_of(kernels, term);
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    std::vector<std::int64_t> others = known;
    std::erase(others, v);
    EXPECT_EQ(difference(votes.of_nodes[v].to(at::kDouble),
                         regression(kernel, others, labels, classes, choice.ridge)[v], 1e-5),
              "")
        << "node " << v;
  }
}

TEST(KernelVotes, AreThoseOfTheChosenRegressionWithoutTheNodeItself) {
  const at::Tensor alike = at::ones({kStructureColumns}, at::kDouble);
  expect_votes_of_regressions(triangle_with_tail(), words(), {0, 2, -1, 0}, 3, alike,
                              kAllCandidates);
}

/// The class is how large the features are, which is one of nine columns of structure.
TEST(KernelVotes, WeighTheColumnsOfStructure) {
  constexpr NodeId kNodes = 60;
  const Graph graph = path(kNodes);
  at::Tensor x = random_tensor({kNodes, 20}, 7);
  std::vector<std::int32_t> labels;
  std::vector<std::int64_t> known;
  std::vector<std::int32_t> known_labels;
  for (NodeId v = 0; v < kNodes; ++v) {
    const std::int32_t label = v * 7 % 5 < 2 ? 1 : 0;
    if (label == 1) x[v] *= 1.5;
    labels.push_back(v % 4 == 0 ? -1 : label);
    if (v % 4 == 0) continue;
    known.push_back(v);
    known_labels.push_back(label);
  }
  const at::Tensor alike = at::ones({kStructureColumns}, at::kDouble);
  const std::vector<at::Tensor> kernels = dense_kernels(graph, x, alike);
  const at::Tensor nodes = at::tensor(known);
  const KernelChoice choice = chosen(kernels, nodes, {known_labels, 2}, kAllCandidates);
  ASSERT_EQ(choice.terms, (std::vector<KernelProduct>{{5, 0}}));  // own features times structure
  const at::Tensor columns = plain_structure(graph, x).index_select(0, nodes).to(at::kFloat);
  const at::Tensor of_features =
      kernels[5].index_select(0, nodes).index_select(1, nodes).to(at::kFloat);
  const at::Tensor weights = choose_structure_weights(
      {columns, at::zeros_like(of_features), of_features}, {known_labels, 2}, choice.ridge);
  EXPECT_FALSE(weights.eq(1).all().item<bool>());
  expect_votes_of_regressions(graph, x, labels, 2, weights, choice.terms);
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
