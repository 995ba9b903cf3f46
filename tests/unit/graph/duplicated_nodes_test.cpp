#include "disgnn/graph/duplicated_nodes.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "random_graphs.h"

namespace disgnn {
namespace {

using Labels = std::vector<std::int32_t>;

//        0
//      / | \        4 and 5 hang on node 3; 6 and 7 are alone
//     1  2  3 --- 4
//           |
//           5
const std::vector<NodePair> kTree = {{0, 1}, {0, 2}, {0, 3}, {3, 4}, {3, 5}};

TEST(DuplicatedNodes, ShareTheirNeighboursAndTheirLabel) {
  // {1, 2} hang on 0 and {4, 5} on 3; isolated nodes are no copies of each other.
  const auto found = find_duplicated_nodes(build_graph(8, kTree).graph, Labels(8, 0));
  EXPECT_EQ(found.groups, 2);
  EXPECT_EQ(found.nodes, 4);
}

TEST(DuplicatedNodes, AreToldApartByTheirLabel) {
  const auto found =
      find_duplicated_nodes(build_graph(8, kTree).graph, Labels{0, 0, 1, 0, -1, -1, 0, 0});
  EXPECT_EQ(found.groups, 1);  // {4, 5}, both unlabelled
  EXPECT_EQ(found.nodes, 2);
}

TEST(DuplicatedNodes, DoNotListEachOther) {
  // In a triangle each node has other neighbours than the rest: itself is not one of them.
  const Graph triangle = build_graph(3, std::vector<NodePair>{{0, 1}, {1, 2}, {0, 2}}).graph;
  EXPECT_EQ(find_duplicated_nodes(triangle, Labels(3, 0)).nodes, 0);
}

TEST(DuplicatedNodes, OfADirectedGraphShareSourcesAndTargets) {
  // 0 --> 1, 0 --> 2, 0 --> 3 and 3 --> 4: node 3 has the source of 1 and 2 but a target besides.
  const std::vector<NodePair> pairs = {{0, 1}, {0, 2}, {0, 3}, {3, 4}};
  const auto found =
      find_duplicated_nodes(build_graph(5, pairs, {.keep_direction = true}).graph, Labels(5, 0));
  EXPECT_EQ(found.groups, 1);
  EXPECT_EQ(found.nodes, 2);
}

TEST(DuplicatedNodes, OfAnEmptyGraphAreNone) {
  EXPECT_EQ(find_duplicated_nodes(Graph(), {}).nodes, 0);
}

TEST(DuplicatedNodes, RefuseLabelsOfTheWrongSize) {
  EXPECT_THROW(find_duplicated_nodes(build_graph(8, kTree).graph, Labels(7, 0)), std::logic_error);
}

RC_GTEST_PROP(DuplicatedNodes, AgreeWithComparingAllSets, ()) {
  const Graph graph = arbitrary_graph();
  Labels labels;
  for (NodeId v = 0; v < graph.nodes(); ++v) labels.push_back(*rc::gen::inRange(-1, 2));

  using Key = std::tuple<std::int32_t, std::set<NodeId>, std::set<NodeId>>;
  std::map<Key, std::int64_t> sizes;
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    std::set<NodeId> sources;
    std::set<NodeId> targets;
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      if (u != v && graph.has_entry(v, u)) sources.insert(u);
      if (u != v && graph.has_entry(u, v)) targets.insert(u);
    }
    if (!sources.empty() || !targets.empty()) ++sizes[{labels[v], sources, targets}];
  }
  DuplicatedNodes expected;
  for (const auto& [key, size] : sizes) {
    if (size < 2) continue;
    ++expected.groups;
    expected.nodes += size;
  }
  const auto found = find_duplicated_nodes(graph, labels);
  RC_ASSERT(found.groups == expected.groups);
  RC_ASSERT(found.nodes == expected.nodes);
}

}  // namespace
}  // namespace disgnn
