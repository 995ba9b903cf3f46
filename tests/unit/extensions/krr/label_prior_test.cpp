#include "extensions/krr/label_prior.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "extensions/krr/kernel_choice.h"
#include "extensions/krr/kernels/feature_kernel.h"
#include "extensions/krr/kernels/walk_kernel.h"
#include "extensions/krr/structure_weights.h"
#include "extensions/structure/structure_columns.h"
#include "support/plain_list_cosines.h"
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

/// All kernels k(v, u) of all pairs, [N, N] each: of the place by dense formulas.
std::vector<at::Tensor> dense_kernels(const Graph& graph, const at::Tensor& x,
                                      const at::Tensor& structure_weights) {
  std::vector<NodeId> nodes;
  for (NodeId v = 0; v < graph.nodes(); ++v) nodes.push_back(v);
  const at::Tensor cosine = plain_list_cosines(graph, /*with_itself=*/false);
  const at::Tensor s = plain_structure(graph, x);
  const at::Tensor distance =
      ((s.unsqueeze(0) - s.unsqueeze(1)).square() * structure_weights).sum(2);
  const FeatureKernel of_features(NodeInput(x), graph.index(), nodes);
  return {(-distance / 8).exp(),
          cosine + cosine.pow(4),
          cosine.pow(64),
          plain_list_cosines(graph, /*with_itself=*/true),
          WalkKernel(graph.index(), nodes).cosines(nodes),
          of_features.own(nodes),
          of_features.around(nodes)};
}

/// Labels of some nodes, which count as their classes weigh (undefined: all alike).
struct Known {
  std::vector<std::int32_t> labels;  // [N], -1: not known
  std::int32_t classes = 0;
  at::Tensor class_weights{};

  [[nodiscard]] std::vector<std::int64_t> nodes() const {
    std::vector<std::int64_t> result;
    for (std::size_t v = 0; v < labels.size(); ++v) {
      if (labels[v] >= 0) result.push_back(static_cast<std::int64_t>(v));
    }
    return result;
  }
  [[nodiscard]] std::vector<std::int32_t> of_nodes() const {
    std::vector<std::int32_t> result;
    for (const std::int32_t label : labels) {
      if (label >= 0) result.push_back(label);
    }
    return result;
  }
};

/// Ridge regression on some of the known nodes, by definition: k (K + R)^-1 (onehot - 1 / classes),
/// R the ridge over what the label of a node weighs beside the mean of all known ones.
at::Tensor regression(const at::Tensor& kernel, const std::vector<std::int64_t>& nodes,
                      const Known& known, double ridge) {
  const auto count = static_cast<std::int64_t>(nodes.size());
  const auto weight = [&](std::int64_t v) {
    return known.class_weights.defined() ? known.class_weights[known.labels[v]].item<double>() : 1;
  };
  double mean = 0;
  for (const std::int64_t v : known.nodes()) mean += weight(v);
  mean /= static_cast<double>(known.nodes().size());
  at::Tensor targets =
      at::full({count, known.classes}, -1.0 / static_cast<double>(known.classes), at::kDouble);
  const at::Tensor columns = kernel.index_select(1, at::tensor(nodes));
  at::Tensor gram = columns.index_select(0, at::tensor(nodes)).clone();
  for (std::int64_t i = 0; i < count; ++i) {
    targets[i][known.labels[nodes[i]]] += 1;
    gram[i][i] += ridge * mean / weight(nodes[i]);
  }
  return at::mm(columns, at::linalg_solve(gram, targets));
}

/// Each kernel, and links, twins and a node's own features times structure, which is the first.
const std::vector<KernelProduct> kAllCandidates{{0}, {1}, {1, 0}, {2},    {2, 0},
                                                {3}, {4}, {5},    {5, 0}, {6}};

KernelChoice chosen(const std::vector<at::Tensor>& kernels, const Known& known,
                    const std::vector<KernelProduct>& candidates) {
  const at::Tensor nodes = at::tensor(known.nodes());
  std::vector<at::Tensor> grams;
  for (const at::Tensor& kernel : kernels) {
    grams.push_back(kernel.index_select(0, nodes).index_select(1, nodes).to(at::kFloat));
  }
  const std::vector<std::int32_t> labels = known.of_nodes();
  return choose_kernels(grams, candidates, {labels, known.classes, known.class_weights});
}

/// Compares the prior with regressions on dense kernels from which each node's own label is left
/// out.
void expect_prior_of_regressions(const Graph& graph, const at::Tensor& x, const Known& known,
                                 const at::Tensor& structure_weights,
                                 const std::vector<KernelProduct>& candidates) {
  const LabelPrior prior = fit_label_prior(NodeInput(x), graph.index(), known.labels, known.classes,
                                           known.class_weights);
  const std::vector<at::Tensor> kernels = dense_kernels(graph, x, structure_weights);
  const KernelChoice choice = chosen(kernels, known, candidates);
  ASSERT_FALSE(choice.terms.empty());
  EXPECT_EQ(prior.scale, choice.scale);
  at::Tensor kernel = at::zeros({graph.nodes(), graph.nodes()}, at::kDouble);
  for (const KernelProduct& term : choice.terms) kernel = kernel + product_of(kernels, term);
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    std::vector<std::int64_t> others = known.nodes();
    std::erase(others, v);
    EXPECT_EQ(difference(prior.of_nodes[v].to(at::kDouble),
                         regression(kernel, others, known, choice.ridge)[v], 1e-5),
              "")
        << "node " << v;
  }
}

TEST(LabelPrior, IsTheChosenRegressionWithoutTheNodeItself) {
  const at::Tensor alike = at::ones({kStructureColumns}, at::kDouble);
  expect_prior_of_regressions(triangle_with_tail(), words(), {{0, 2, -1, 0}, 3}, alike,
                              kAllCandidates);
}

/// A path on which the class is how large the features are, one of nine columns of structure.
struct LargeAndSmall {
  Graph graph = path(60);
  at::Tensor x;
  Known known{.labels = {}, .classes = 2};
};

LargeAndSmall large_and_small(const at::Tensor& noise, double how_much_larger) {
  LargeAndSmall result{.x = noise.clone()};
  for (NodeId v = 0; v < result.graph.nodes(); ++v) {
    const std::int32_t label = v * 7 % 5 < 2 ? 1 : 0;
    if (label == 1) result.x[v] *= how_much_larger;
    result.known.labels.push_back(v % 4 == 0 ? -1 : label);
  }
  return result;
}

/// Expects these terms to be chosen with all columns alike, and a prior with weights of the
/// columns.
void expect_weighed(const LargeAndSmall& data, const std::vector<KernelProduct>& terms) {
  const at::Tensor alike = at::ones({kStructureColumns}, at::kDouble);
  const std::vector<at::Tensor> kernels = dense_kernels(data.graph, data.x, alike);
  const KernelChoice choice = chosen(kernels, data.known, kAllCandidates);
  ASSERT_EQ(choice.terms, terms);
  const at::Tensor nodes = at::tensor(data.known.nodes());
  at::Tensor plain = at::zeros({60, 60}, at::kDouble);
  at::Tensor cofactor = at::zeros({60, 60}, at::kDouble);
  for (const KernelProduct& term : terms) {
    if (term == KernelProduct{0}) {
      cofactor += 1;
    } else if (term.back() == 0) {
      cofactor += kernels[term.front()];
    } else {
      plain += kernels[term.front()];
    }
  }
  const auto among_known = [&](const at::Tensor& kernel) {
    return kernel.index_select(0, nodes).index_select(1, nodes).to(at::kFloat);
  };
  const std::vector<std::int32_t> labels = data.known.of_nodes();
  const at::Tensor weights = choose_structure_weights(
      {plain_structure(data.graph, data.x).index_select(0, nodes).to(at::kFloat),
       among_known(plain), among_known(cofactor)},
      {labels, 2, data.known.class_weights}, choice.ridge);
  EXPECT_FALSE(weights.eq(1).all().item<bool>());
  expect_prior_of_regressions(data.graph, data.x, data.known, weights, choice.terms);
}

TEST(LabelPrior, WeighsTheColumnsOfStructure) {
  expect_weighed(large_and_small(random_tensor({60, 20}, 7), 1.5), {{5, 0}});
}

TEST(LabelPrior, WeighsThemBesideOtherKernels) {
  expect_weighed(large_and_small(random_tensor({60, 2}, 9).abs() + 1, 1.5), {{0}, {1}, {5}});
}

TEST(LabelPrior, WeighsThemAsClassesWeigh) {
  LargeAndSmall data = large_and_small(random_tensor({60, 20}, 7), 1.5);
  data.known.class_weights = at::tensor({0.5F, 2.0F});
  expect_weighed(data, {{5, 0}, {1, 0}});
}

TEST(LabelPrior, EndsWithWhatTheProgressCallbackThrows) {
  const Graph graph = triangle_with_tail();
  const std::vector<std::int32_t> labels{0, 2, -1, 0};
  int calls = 0;
  const auto stops_at = [&](int call) {
    return [&calls, call] {
      if (++calls == call) throw std::runtime_error("enough");
    };
  };
  EXPECT_THROW(fit_label_prior(NodeInput(words()), graph.index(), labels, 3, {}, stops_at(3)),
               std::runtime_error);
  EXPECT_EQ(calls, 3);
}

/// A class without labels.
TEST(LabelPrior, FollowsTheLabelsOfManyNodes) {
  constexpr NodeId kNodes = 3000;
  std::vector<std::int32_t> labels;
  std::vector<float> values;
  for (NodeId v = 0; v < kNodes; ++v) {
    const std::int32_t of_class = v % 3 == 0 ? 0 : 2;
    values.push_back(static_cast<float>(of_class) + static_cast<float>(v % 7) / 10);
    labels.push_back(v % 2 == 0 ? of_class : -1);
  }
  const NodeInput features(at::tensor(values).view({kNodes, 1}));
  const at::Tensor said = fit_label_prior(features, path(kNodes).index(), labels, 3).of_nodes;
  const at::Tensor predicted = said.argmax(1);
  for (NodeId v = 0; v < kNodes; ++v) {
    ASSERT_EQ(predicted[v].item<std::int64_t>(), v % 3 == 0 ? 0 : 2) << v;
  }
}

TEST(LabelPrior, IsFiniteWithOneLabelOnDirectedEdges) {
  const LabelPrior prior =
      fit_label_prior(NodeInput(words()), directed().index(), std::vector{-1, 1, -1, -1}, 2);
  EXPECT_TRUE(prior.of_nodes.isfinite().all().item<bool>());
}

TEST(LabelPrior, DoesWithoutFeaturesWhoseTableWouldBeLarge) {
  const Graph graph = path(3);
  const NodeInput wide(at::zeros({1}).expand({3, 11'000'000}));
  const LabelPrior prior = fit_label_prior(wide, graph.index(), std::vector{0, -1, 1}, 2);
  EXPECT_TRUE(prior.of_nodes.isfinite().all().item<bool>());
}

TEST(LabelPrior, SaysNothingWithoutLabels) {
  const Graph graph = triangle_with_tail();
  const LabelPrior prior =
      fit_label_prior(NodeInput(words()), graph.index(), std::vector<std::int32_t>(4, -1), 2);
  EXPECT_EQ(prior.of_nodes.abs().max().item<double>(), 0);
}

}  // namespace
}  // namespace disgnn::nn
