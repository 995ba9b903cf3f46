#include "disgnn/graph/neighbourhoods.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "disgnn/graph/context_nodes.h"
#include "disgnn/graph/distance_pairs.h"
#include "disgnn/graph/graph.h"
#include "support/small_graphs.h"

namespace disgnn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<NodeId> row(const PairIndex& index, NodeId v) {
  return {index.columns().begin() + index.offsets()[v],
          index.columns().begin() + index.offsets()[v + 1]};
}

/// Shortest paths by Floyd and Warshall.
std::vector<std::vector<int>> distances(const Graph& graph) {
  constexpr int kFar = 1000;
  const NodeId n = graph.nodes();
  std::vector<std::vector<int>> d(n, std::vector<int>(n, kFar));
  for (NodeId v = 0; v < n; ++v) {
    for (const NodeId u : graph.neighbours(v)) d[v][u] = v == u ? 0 : 1;
  }
  for (NodeId k = 0; k < n; ++k) {
    for (NodeId v = 0; v < n; ++v) {
      for (NodeId u = 0; u < n; ++u) d[v][u] = std::min(d[v][u], d[v][k] + d[k][u]);
    }
  }
  return d;
}

TEST(WithoutSelfLoops, KeepsEverythingElse) {
  const auto index = without_self_loops(*triangle_with_tail().index());
  EXPECT_THAT(row(*index, 0), ElementsAre(1, 2));
  EXPECT_THAT(row(*index, 2), ElementsAre(0, 1, 3));
  EXPECT_THAT(row(*without_self_loops(*with_isolated_node().index()), 2), IsEmpty());
}

TEST(WithSelfLoops, AddsWhatIsMissing) {
  const auto whole = with_self_loops(*without_self_loops(*triangle_with_tail().index()));
  EXPECT_THAT(row(*whole, 0), ElementsAre(0, 1, 2));
  EXPECT_THAT(row(*whole, 2), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(row(*whole, 3), ElementsAre(2, 3));
  const auto again = with_self_loops(*whole);
  for (NodeId v = 0; v < 4; ++v) EXPECT_EQ(row(*again, v), row(*whole, v));
}

TEST(TwoHopNeighbours, AreExactlyTwoHopsAway) {
  for (const auto& [name, graph] : small_graphs()) {
    SCOPED_TRACE(name);
    const auto d = distances(graph);
    const auto two = two_hop_neighbours(*graph.index(), 100);
    for (NodeId v = 0; v < graph.nodes(); ++v) {
      std::vector<NodeId> expected;
      for (NodeId u = 0; u < graph.nodes(); ++u) {
        if (d[v][u] == 2) expected.push_back(u);
      }
      EXPECT_EQ(row(*two, v), expected);
    }
  }
}

TEST(TwoHopNeighbours, AreARandomPartWhereThereAreTooMany) {
  const Graph graph = hub(20);  // every leaf is two hops from the 19 others
  const auto some = two_hop_neighbours(*graph.index(), 5);
  std::set<NodeId> seen;
  for (NodeId v = 1; v <= 20; ++v) {
    const auto kept = row(*some, v);
    ASSERT_THAT(kept, SizeIs(5));
    EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end()));
    EXPECT_EQ(std::set<NodeId>(kept.begin(), kept.end()).size(), 5U);
    EXPECT_EQ(std::count(kept.begin(), kept.end(), v), 0);
    seen.insert(kept.begin(), kept.end());
  }
  EXPECT_EQ(seen.size(), 20U);  // not the same few for all
  EXPECT_EQ(row(*two_hop_neighbours(*graph.index(), 5), 7), row(*some, 7));
}

TEST(DistancePairs, HaveTheDistanceTheySay) {
  const Graph graph = path(12);
  const auto d = distances(graph);
  const DistancePairs pairs = sample_distance_pairs(*graph.index(), {.sources = 12, .per_class = 4},
                                                    RandomStream(1, RandomPurpose::kDistancePairs));
  ASSERT_GT(pairs.first.size(), 100U);
  std::vector<int> of_class(kDistanceClasses, 0);
  for (std::size_t i = 0; i < pairs.first.size(); ++i) {
    const int hops = d[pairs.first[i]][pairs.second[i]];
    EXPECT_EQ(pairs.classes[i], std::min(hops, 4) - 1);
    ++of_class[pairs.classes[i]];
  }
  EXPECT_THAT(of_class, ::testing::Each(::testing::Gt(10)));
}

TEST(DistancePairs, CountUnreachableNodesAsFarAndNeverTheNodeItself) {
  const Graph graph = with_isolated_node();
  const DistancePairs pairs = sample_distance_pairs(*graph.index(), {.sources = 3, .per_class = 8},
                                                    RandomStream(1, RandomPurpose::kDistancePairs));
  for (std::size_t i = 0; i < pairs.first.size(); ++i) {
    EXPECT_NE(pairs.first[i], pairs.second[i]);
    const bool apart = pairs.first[i] == 2 || pairs.second[i] == 2;
    EXPECT_EQ(pairs.classes[i], apart ? 3 : 0);
  }
}

TEST(ContextNodes, LieTwoOrThreeHopsAway) {
  const Graph graph = path(9);
  const auto d = distances(graph);
  const ContextNodes drawn =
      sample_contexts(*graph.index(), {.centres = 9, .nodes_per_context = 30},
                      RandomStream(1, RandomPurpose::kContextNodes));
  ASSERT_EQ(drawn.centres.size(), 9U);
  for (std::size_t i = 0; i < drawn.centres.size(); ++i) {
    const auto around = row(*drawn.around, static_cast<NodeId>(i));
    double weight = 0;
    for (std::size_t k = 0; k < around.size(); ++k) {
      EXPECT_THAT(d[drawn.centres[i]][around[k]], ::testing::AnyOf(2, 3));
      weight += drawn.weights[drawn.around->offsets()[static_cast<std::ptrdiff_t>(i)] +
                              static_cast<EntryId>(k)];
    }
    EXPECT_NEAR(weight, 1, 1e-12);
  }
}

TEST(ContextNodes, LeaveOutNodesThatHaveNone) {
  const ContextNodes drawn = sample_contexts(*with_isolated_node().index(), {},
                                             RandomStream(1, RandomPurpose::kContextNodes));
  EXPECT_THAT(drawn.centres, IsEmpty());
  EXPECT_EQ(drawn.around->entries(), 0);
}

}  // namespace
}  // namespace disgnn
