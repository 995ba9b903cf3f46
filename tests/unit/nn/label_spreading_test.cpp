#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "disgnn/nn/disgnn_model.h"
#include "predicted.h"
#include "support/small_graphs.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

DisGnnModel spreading_model(double spread, const Graph& graph,
                            ops::Kernels kernels = ops::Kernels::kFast) {
  return {{.features = 2,
           .classes = 2,
           .channels = 2,
           .hidden = 3,
           .layers = 1,
           .spread = spread,
           .nodes = graph.nodes(),
           .kernels = kernels},
          1};
}

/// Spreading does not read them.
NodeInput no_features(const Graph& graph) {
  return NodeInput(at::zeros({graph.nodes(), 2}));
}

/// Logits of given probabilities of class 0.
at::Tensor logits_of_first(const std::vector<double>& first) {
  const at::Tensor p = at::tensor(first, at::kFloat);
  return at::stack({p.log(), (1 - p).log()}, 1);
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
  const at::Tensor logits = logits_of_first({0.5, 0.9, 0.4, 0.2});
  at::Tensor start = at::softmax(logits, 1).to(at::kDouble);
  start[1] = at::tensor({0.0, 1.0}, at::kDouble);  // the known label of node 1
  const at::Tensor expected = closed_form(graph, 0.6, start);
  for (const ops::Kernels kernels : {ops::Kernels::kFast, ops::Kernels::kReference}) {
    DisGnnModel model = spreading_model(0.6, graph, kernels);
    model.see_labels(no_features(graph), graph.index(), std::vector<std::int32_t>{-1, 1, -1, -1},
                     {}, {});
    const at::Tensor q = predicted(model, logits, graph).to(at::kDouble);
    for (const std::int64_t v : {0, 2, 3}) {
      EXPECT_TRUE(at::allclose(q[v], expected[v], 0, 2e-3)) << q << expected;
    }
  }
}

TEST(LabelSpreading, SaysOfKnownNodesWhatTheModelSays) {
  const Graph graph = path(3);
  DisGnnModel model = spreading_model(0.8, graph);
  model.see_labels(no_features(graph), graph.index(), std::vector<std::int32_t>{-1, 1, -1}, {}, {});
  const at::Tensor logits = logits_of_first({0.5, 0.7, 0.5});
  const at::Tensor q = predicted(model, logits, graph);
  EXPECT_FLOAT_EQ(q[1][0].item<float>(), 0.7F);
  // The label reaches its neighbours, which had no opinion.
  EXPECT_GT(q[0][1].item<float>(), 0.6F);
}

TEST(LabelSpreading, LeavesANodeWithoutLinksAlone) {
  const Graph graph = with_isolated_node();
  DisGnnModel model = spreading_model(0.9, graph);
  model.see_labels(no_features(graph), graph.index(), std::vector<std::int32_t>{0, -1, -1}, {}, {});
  const at::Tensor q = predicted(model, logits_of_first({0.5, 0.5, 0.3}), graph);
  EXPECT_NEAR(q[2][0].item<float>(), 0.3F, 1e-6);
}

TEST(LabelSpreading, IsOffUnlessAskedFor) {
  const Graph graph = path(3);
  const DisGnnModel model = spreading_model(0, graph);
  const at::Tensor logits = logits_of_first({0.5, 0.7, 0.1});
  EXPECT_TRUE(predicted(model, logits, graph).equal(at::softmax(logits, 1)));
}

/// A model file may hold any number in the place of a label.
TEST(LabelSpreading, IgnoresLabelsThatAreNoClass) {
  const Graph graph = path(3);
  DisGnnModel model = spreading_model(0.5, graph);
  model.see_labels(no_features(graph), graph.index(), std::vector<std::int32_t>{7, -5, -1}, {}, {});
  const at::Tensor q = predicted(model, logits_of_first({0.5, 0.7, 0.1}), graph);
  EXPECT_TRUE(q.isfinite().all().item<bool>());
}

}  // namespace
}  // namespace disgnn::nn
