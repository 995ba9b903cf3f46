#include "disgnn/graph/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <stdexcept>

#include "random_graphs.h"

namespace disgnn {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Optional;

using Labels = std::vector<std::int32_t>;

//   0 --- 1        4 --- 5      6
//   | \   |
//   |   \ |
//   3     2
const std::vector<NodePair> kDrawing = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {4, 5}};

TEST(GraphStatistics, OfADrawingAreThoseOneCounts) {
  const auto statistics = graph_statistics(build_graph(7, kDrawing).graph);
  EXPECT_EQ(statistics.nodes, 7);
  EXPECT_EQ(statistics.edges, 5);
  EXPECT_EQ(statistics.entries, 2 * 5 + 7);
  // Degrees 3 2 2 1 1 1 0.
  EXPECT_EQ(statistics.degrees.min, 0);
  EXPECT_EQ(statistics.degrees.median, 1.0);
  EXPECT_DOUBLE_EQ(statistics.degrees.mean, 10.0 / 7);
  EXPECT_EQ(statistics.degrees.max, 3);
  EXPECT_EQ(statistics.isolated_nodes, 1);
  EXPECT_EQ(statistics.components, 3);
  EXPECT_EQ(statistics.largest_component, 4);
}

TEST(GraphStatistics, TakeTheMiddleOfTwoMedians) {
  // 0 --- 1 --- 2     3: degrees 1 2 1 0, sorted 0 1 1 2; then 0 --- 1 and 2 alone with 3: 0 0 1 1.
  const auto path = graph_statistics(build_graph(4, std::vector<NodePair>{{0, 1}, {1, 2}}).graph);
  EXPECT_EQ(path.degrees.median, 1.0);
  const auto single = graph_statistics(build_graph(4, std::vector<NodePair>{{0, 1}}).graph);
  EXPECT_EQ(single.degrees.median, 0.5);
}

TEST(GraphStatistics, CountAPairOfOppositeDirectedEdgesOnce) {
  // 0 <-> 1 --> 2
  const std::vector<NodePair> pairs = {{0, 1}, {1, 0}, {1, 2}};
  const auto statistics = graph_statistics(build_graph(3, pairs, {.keep_direction = true}).graph);
  EXPECT_EQ(statistics.edges, 2);
  EXPECT_EQ(statistics.entries, 3 + 3);
  EXPECT_EQ(statistics.degrees.min, 1);
  EXPECT_EQ(statistics.degrees.max, 2);
  EXPECT_EQ(statistics.components, 1);
  EXPECT_EQ(statistics.isolated_nodes, 0);
}

TEST(GraphStatistics, OfAnEmptyGraphAreZero) {
  const auto statistics = graph_statistics(Graph());
  EXPECT_EQ(statistics.nodes, 0);
  EXPECT_EQ(statistics.components, 0);
  EXPECT_EQ(statistics.largest_component, 0);
  EXPECT_EQ(statistics.degrees.mean, 0.0);
}

/// Components by repeated relabelling: slow and obviously right.
std::vector<NodeId> component_labels(const Graph& graph) {
  std::vector<NodeId> label(graph.nodes());
  std::iota(label.begin(), label.end(), 0);
  for (NodeId round = 0; round < graph.nodes(); ++round) {
    for (NodeId v = 0; v < graph.nodes(); ++v) {
      for (const NodeId u : graph.neighbours(v)) label[v] = label[u] = std::min(label[v], label[u]);
    }
  }
  return label;
}

RC_GTEST_PROP(GraphStatistics, AgreeWithBruteForce, ()) {
  const Graph graph = arbitrary_graph();
  const auto statistics = graph_statistics(graph);
  std::int64_t edges = 0;
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    for (NodeId u = 0; u < v; ++u) edges += graph.has_entry(v, u) || graph.has_entry(u, v) ? 1 : 0;
  }
  RC_ASSERT(statistics.edges == edges);
  const auto labels = component_labels(graph);
  std::vector<NodeId> sizes(graph.nodes(), 0);
  for (const NodeId label : labels) ++sizes[label];
  RC_ASSERT(statistics.components ==
            graph.nodes() - std::count(sizes.begin(), sizes.end(), NodeId{0}));
  RC_ASSERT(statistics.largest_component == *std::max_element(sizes.begin(), sizes.end()));
}

TEST(Homophily, OfADrawingIsAsWorkedOutByHand) {
  // Classes: 0 1 2 red; 3 4 5 6 blue. Inside: 01 02 12 45, across: 03: 4 / 5.
  // Degrees: red 3 + 2 + 2 = 7, blue 1 + 1 + 1 = 3: chance = (49 + 9) / 100 = 0.58.
  const auto result = homophily(build_graph(7, kDrawing).graph, Labels{0, 0, 0, 1, 1, 1, 1});
  EXPECT_EQ(result.edges, 5);
  EXPECT_THAT(result.edge, Optional(DoubleNear(0.8, 1e-12)));
  EXPECT_THAT(result.adjusted, Optional(DoubleNear((0.8 - 0.58) / 0.42, 1e-12)));
}

TEST(Homophily, LeavesEdgesWithAnUnlabelledEndOut) {
  // Node 0 unlabelled: left are 12 (inside red) and 45 (red - blue).
  // Degrees among them: red 3, blue 1: chance = (9 + 1) / 16.
  const auto result = homophily(build_graph(7, kDrawing).graph, Labels{-1, 0, 0, 1, 0, 1, 1});
  EXPECT_EQ(result.edges, 2);
  EXPECT_THAT(result.edge, Optional(0.5));
  EXPECT_THAT(result.adjusted, Optional(DoubleNear((0.5 - 0.625) / 0.375, 1e-12)));
}

TEST(Homophily, IsOneInsideClassesAndNegativeAcross) {
  const Graph two_edges = build_graph(4, std::vector<NodePair>{{0, 1}, {2, 3}}).graph;
  const auto inside = homophily(two_edges, Labels{0, 0, 1, 1});
  EXPECT_THAT(inside.edge, Optional(1.0));
  EXPECT_THAT(inside.adjusted, Optional(1.0));
  const auto across = homophily(two_edges, Labels{0, 1, 0, 1});
  EXPECT_THAT(across.edge, Optional(0.0));
  EXPECT_THAT(across.adjusted, Optional(-1.0));  // (0 - 1/2) / (1 - 1/2)
}

TEST(Homophily, IsUndefinedWhereThereIsNothingToCompare) {
  const Graph graph = build_graph(7, kDrawing).graph;
  const auto unlabelled = homophily(graph, Labels(7, -1));
  EXPECT_EQ(unlabelled.edge, std::nullopt);
  EXPECT_EQ(unlabelled.adjusted, std::nullopt);
  const auto one_class = homophily(graph, Labels(7, 2));
  EXPECT_THAT(one_class.edge, Optional(1.0));
  EXPECT_EQ(one_class.adjusted, std::nullopt);
}

TEST(Homophily, DoesNotDependOnTheDirectionOfTheEdges) {
  const Labels labels = {0, 1, 0, 0, 1, 1, 0};
  const auto kept = homophily(build_graph(7, kDrawing, {.keep_direction = true}).graph, labels);
  const auto both = homophily(build_graph(7, kDrawing).graph, labels);
  EXPECT_EQ(kept.edges, both.edges);
  EXPECT_EQ(kept.edge, both.edge);
  EXPECT_EQ(kept.adjusted, both.adjusted);
}

TEST(ClassSizes, CountLabelledNodesOnly) {
  EXPECT_THAT(class_sizes(Labels{2, -1, 0, 2}, 4), ElementsAre(1, 0, 2, 0));
  EXPECT_THROW(class_sizes(Labels{3}, 3), std::logic_error);
}

}  // namespace
}  // namespace disgnn
