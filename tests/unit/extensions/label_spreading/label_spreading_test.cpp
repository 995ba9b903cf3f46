#include "extensions/label_spreading/label_spreading.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "support/expect_error.h"
#include "support/small_graphs.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

/// Fitted to labels (others: -1) of the graph's nodes.
std::shared_ptr<LabelSpreading> fitted(double share, const Graph& graph,
                                       const std::vector<std::int32_t>& labels,
                                       ops::Kernels kernels = ops::Kernels::kFast) {
  ModelConfig config{.classes = 2, .nodes = graph.nodes(), .kernels = kernels};
  config.extensions.set("spreading-share", share);
  auto stage = std::make_shared<LabelSpreading>(config, 1);
  const NodeInput unread(at::zeros({graph.nodes(), 2}));
  stage->fit({unread, graph.index(), labels, 2}, {});
  return stage;
}

/// Probabilities [N, 2] from those of class 0.
at::Tensor by_first(const std::vector<double>& first) {
  const at::Tensor p = at::tensor(first, at::kFloat);
  return at::stack({p, 1 - p}, 1);
}

/// (1 - a) (I - a S)^-1 P by dense matrices, rows scaled to 1.
at::Tensor closed_form(const Graph& graph, double a, const at::Tensor& start) {
  const NodeId n = graph.nodes();
  at::Tensor links = at::zeros({n, n}, at::kDouble);
  for (NodeId v = 0; v < n; ++v) {
    for (const NodeId u : graph.neighbours(v)) {
      if (u != v) links[v][u] = 1;
    }
  }
  const at::Tensor scale = links.sum(1).clamp_min(1).rsqrt();
  const at::Tensor s = scale.unsqueeze(1) * links * scale;
  const at::Tensor q = (1 - a) * at::mm(at::inverse(at::eye(n, at::kDouble) - a * s), start);
  return q / q.sum(1, true);
}

TEST(LabelSpreading, IsTheClosedFormOfLabelSpreading) {
  const Graph graph = triangle_with_tail();
  const at::Tensor p = by_first({0.5, 0.9, 0.4, 0.2});
  at::Tensor start = p.to(at::kDouble);
  start[1] = at::tensor({0.0, 1.0}, at::kDouble);  // the known label of node 1
  const at::Tensor expected = closed_form(graph, 0.6, start);
  for (const ops::Kernels kernels : {ops::Kernels::kFast, ops::Kernels::kReference}) {
    const auto stage = fitted(0.6, graph, {-1, 1, -1, -1}, kernels);
    const at::Tensor q = stage->apply(p, graph.index()).to(at::kDouble);
    for (const std::int64_t v : {0, 2, 3}) {
      EXPECT_TRUE(at::allclose(q[v], expected[v], 0, 2e-3)) << q << expected;
    }
  }
}

TEST(LabelSpreading, SaysOfKnownNodesWhatTheModelSays) {
  const Graph graph = path(3);
  const at::Tensor q =
      fitted(0.8, graph, {-1, 1, -1})->apply(by_first({0.5, 0.7, 0.5}), graph.index());
  EXPECT_FLOAT_EQ(q[1][0].item<float>(), 0.7F);
  // The label reaches its neighbours, of which nothing was known.
  EXPECT_GT(q[0][1].item<float>(), 0.6F);
}

TEST(LabelSpreading, LeavesANodeWithoutLinksAlone) {
  const Graph graph = with_isolated_node();
  const at::Tensor q =
      fitted(0.9, graph, {0, -1, -1})->apply(by_first({0.5, 0.5, 0.3}), graph.index());
  EXPECT_NEAR(q[2][0].item<float>(), 0.3F, 1e-6);
}

TEST(LabelSpreading, GivesProbabilities) {
  const Graph graph = triangle_with_tail();
  const at::Tensor q =
      fitted(0.7, graph, {1, -1, -1, -1})->apply(by_first({0.5, 0.9, 0.4, 0.2}), graph.index());
  EXPECT_TRUE(at::allclose(q.sum(1), at::ones({4})));
}

/// A model file may hold any number in the place of a label.
TEST(LabelSpreading, IgnoresLabelsThatAreNoClass) {
  const Graph graph = path(3);
  const at::Tensor q =
      fitted(0.5, graph, {7, -5, -1})->apply(by_first({0.5, 0.7, 0.1}), graph.index());
  EXPECT_TRUE(q.isfinite().all().item<bool>());
}

TEST(LabelSpreading, KnowsItsOwnGraphOnly) {
  const auto stage = fitted(0.5, path(3), {0, -1, 1});
  expect_input_error({"3 nodes"}, [&] {
    (void)stage->apply(by_first({0.5, 0.5, 0.5, 0.5}), path(4).index());
  });
}

}  // namespace
}  // namespace disgnn::nn
