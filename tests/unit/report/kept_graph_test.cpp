#include "report/kept_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_graphs.h"

namespace disgnn::report {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::SizeIs;

/// Row and column of an entry.
std::pair<NodeId, NodeId> ends_of(const Graph& graph, EntryId entry) {
  return {graph.index()->expanded_rows()[entry], graph.index()->columns()[entry]};
}

TEST(KeptGraph, IsAllOfASmallOneWithoutSelfLoops) {
  const Graph graph = triangle_with_tail();
  const KeptGraph kept = kept_graph(graph, {}, 1, {});
  EXPECT_THAT(kept.nodes, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(kept.position, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(kept.edges, 4);
  EXPECT_EQ(kept.edges_of_graph, 4);
  ASSERT_THAT(kept.entries, SizeIs(8));
  for (std::size_t i = 0; i < kept.entries.size(); i += 2) {
    const auto [v, u] = ends_of(graph, kept.entries[i]);
    EXPECT_NE(v, u);
    EXPECT_EQ(ends_of(graph, kept.entries[i + 1]), std::pair(u, v));  // both directions in turn
  }
}

TEST(KeptGraph, OfDirectedEdgesHasEachOnce) {
  const KeptGraph kept = kept_graph(directed(), {}, 1, {});
  EXPECT_EQ(kept.edges, 4);
  EXPECT_THAT(kept.entries, SizeIs(4));
}

TEST(KeptGraph, KeepsTheWantedNodesAndEdgesBetweenKeptOnes) {
  const Graph graph = path(100);
  const KeptGraph kept = kept_graph(graph, {70, 3, 71}, 1, {.nodes = 10});
  ASSERT_THAT(kept.nodes, SizeIs(10));
  EXPECT_TRUE(std::ranges::is_sorted(kept.nodes));
  for (const NodeId wanted : {3, 70, 71}) EXPECT_THAT(kept.nodes, Contains(wanted));
  for (NodeId v = 0; v < 100; ++v) {
    const std::int64_t position = kept.position[v];
    if (position >= 0) {
      EXPECT_EQ(kept.nodes[position], v);
    }
    EXPECT_EQ(position >= 0, std::ranges::find(kept.nodes, v) != kept.nodes.end());
  }
  bool joined = false;
  for (const EntryId entry : kept.entries) {
    const auto [v, u] = ends_of(graph, entry);
    EXPECT_TRUE(kept.position[v] >= 0 && kept.position[u] >= 0);
    joined |= v == 70 && u == 71;
  }
  EXPECT_TRUE(joined);
  EXPECT_EQ(kept.edges_of_graph, 99);
}

TEST(KeptGraph, HasNoMoreEdgesThanFitIntoItsBytes) {
  // Two directions of 5 bytes each: 10 of the 99 edges fit into 100 bytes.
  const KeptGraph kept = kept_graph(path(100), {}, 5, {.edge_bytes = 100});
  EXPECT_THAT(kept.nodes, SizeIs(100));
  EXPECT_EQ(kept.edges, 10);
  EXPECT_THAT(kept.entries, SizeIs(20));
  EXPECT_EQ(kept.edges_of_graph, 99);
}

TEST(KeptGraph, MayHaveNoEdgesAtAll) {
  const Graph graph = build_graph(3, std::vector<NodePair>{}).graph;
  const KeptGraph kept = kept_graph(graph, {}, 4, {});
  EXPECT_THAT(kept.nodes, SizeIs(3));
  EXPECT_EQ(kept.edges, 0);
  EXPECT_TRUE(kept.entries.empty());
}

}  // namespace
}  // namespace disgnn::report
