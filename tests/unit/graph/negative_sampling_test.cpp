#include "disgnn/graph/negative_sampling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "random_graphs.h"

namespace disgnn {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

RandomStream stream(std::uint64_t seed) {
  return {seed, RandomPurpose::kNegativePairs};
}

std::vector<NodePair> brute_force_non_edges(const Graph& graph) {
  std::vector<NodePair> pairs;
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      if (!graph.has_entry(v, u)) pairs.push_back({v, u});
    }
  }
  return pairs;
}

std::vector<NodePair> all_non_edges(const NonEdges& non_edges) {
  std::vector<NodePair> pairs;
  for (std::int64_t rank = 0; rank < non_edges.count(); ++rank) pairs.push_back(non_edges.at(rank));
  return pairs;
}

/// All pairs u < v except those in `missing`.
Graph complete_graph(NodeId nodes, const std::vector<NodePair>& missing = {}) {
  std::vector<NodePair> pairs;
  for (NodeId v = 0; v < nodes; ++v) {
    for (NodeId u = 0; u < v; ++u) {
      if (std::find(missing.begin(), missing.end(), NodePair{u, v}) == missing.end()) {
        pairs.push_back({u, v});
      }
    }
  }
  return build_graph(nodes, pairs).graph;
}

TEST(NonEdges, OfAPathAreItsMissingPairs) {
  // 0 --- 1 --- 2     3
  const NonEdges non_edges(build_graph(4, std::vector<NodePair>{{0, 1}, {1, 2}}).graph);
  EXPECT_EQ(non_edges.count(), 16 - (4 + 4));
  EXPECT_THAT(all_non_edges(non_edges),
              ElementsAre(NodePair{0, 2}, NodePair{0, 3}, NodePair{1, 3}, NodePair{2, 0},
                          NodePair{2, 3}, NodePair{3, 0}, NodePair{3, 1}, NodePair{3, 2}));
}

TEST(NonEdges, MatchBruteForceOnEveryGraphOfFourNodes) {
  const std::vector<NodePair> possible = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  for (unsigned chosen = 0; chosen < 64; ++chosen) {
    std::vector<NodePair> pairs;
    for (unsigned i = 0; i < 6; ++i) {
      if ((chosen >> i & 1U) != 0) pairs.push_back(possible[i]);
    }
    for (const bool keep_direction : {false, true}) {
      const Graph graph = build_graph(4, pairs, {.keep_direction = keep_direction}).graph;
      EXPECT_EQ(all_non_edges(NonEdges(graph)), brute_force_non_edges(graph)) << chosen;
    }
  }
}

TEST(NonEdges, OfACompleteGraphAreNone) {
  const NonEdges non_edges(complete_graph(5));
  EXPECT_EQ(non_edges.count(), 0);
  EXPECT_THAT(non_edges.sample(0, stream(1)), IsEmpty());
  EXPECT_THROW((void)non_edges.at(0), std::logic_error);
  EXPECT_THROW((void)non_edges.sample(1, stream(1)), std::logic_error);
}

TEST(NonEdges, OfAnEmptyGraphAreNone) {
  EXPECT_EQ(NonEdges(Graph()).count(), 0);
  EXPECT_EQ(NonEdges(build_graph(0, {}).graph).count(), 0);
  EXPECT_EQ(NonEdges(build_graph(1, {}).graph).count(), 0);
}

TEST(NonEdges, OfANearCompleteGraphAreAllFound) {
  const NonEdges non_edges(complete_graph(300, {{7, 41}, {298, 299}}));
  EXPECT_EQ(non_edges.count(), 4);
  auto sampled = non_edges.sample(4, stream(3));
  std::sort(sampled.begin(), sampled.end());
  EXPECT_THAT(sampled, ElementsAre(NodePair{7, 41}, NodePair{41, 7}, NodePair{298, 299},
                                   NodePair{299, 298}));
}

TEST(NonEdges, AreCountedWithoutOverflowOnManyNodes) {
  constexpr NodeId kNodes = 3'000'000;  // 9e12 pairs: any table over pairs would not fit in memory
  const Graph graph = build_graph(kNodes, std::vector<NodePair>{{0, kNodes - 1}}).graph;
  const NonEdges non_edges(graph);
  EXPECT_EQ(non_edges.count(), 9'000'000'000'000 - kNodes - 2);
  EXPECT_EQ(non_edges.at(0), (NodePair{0, 1}));
  EXPECT_EQ(non_edges.at(non_edges.count() - 1), (NodePair{kNodes - 1, kNodes - 2}));
  for (const NodePair pair : non_edges.sample(1000, stream(1))) {
    ASSERT_FALSE(graph.has_entry(pair.row, pair.column));
  }
}

TEST(NonEdges, AreDrawnEquallyOften) {
  // A ring of 8 nodes: 64 pairs less 16 entries and 8 self loops are 40 non-edges.
  std::vector<NodePair> ring;
  for (NodeId v = 0; v < 8; ++v) ring.push_back({v, (v + 1) % 8});
  const NonEdges non_edges(build_graph(8, ring).graph);
  ASSERT_EQ(non_edges.count(), 40);
  constexpr int kDraws = 4000;
  constexpr int kPerDraw = 10;
  std::map<NodePair, double> hits;
  for (int seed = 0; seed < kDraws; ++seed) {
    for (const NodePair pair : non_edges.sample(kPerDraw, stream(seed))) ++hits[pair];
  }
  ASSERT_EQ(hits.size(), 40U);
  const double expected = kDraws * kPerDraw / 40.0;
  double chi_square = 0;
  for (const auto& [pair, count] : hits) {
    chi_square += (count - expected) * (count - expected) / expected;
  }
  // 39 degrees of freedom: above 72.1 once in a thousand times. Drawing without replacement makes
  // the statistic smaller still (by a factor of 30 / 39).
  EXPECT_LT(chi_square, 72.1);
  EXPECT_GT(chi_square, 9.0);  // not suspiciously even either
}

TEST(NonEdges, SampleDependsOnTheStreamAlone) {
  const NonEdges non_edges(build_graph(50, std::vector<NodePair>{{0, 1}, {2, 3}}).graph);
  const auto sampled = non_edges.sample(20, stream(1));
  EXPECT_EQ(sampled, non_edges.sample(20, stream(1)));
  EXPECT_NE(sampled, non_edges.sample(20, stream(2)));
}

RC_GTEST_PROP(NonEdges, AreNumberedAsBruteForceFindsThem, ()) {
  const Graph graph = arbitrary_graph();
  RC_ASSERT(all_non_edges(NonEdges(graph)) == brute_force_non_edges(graph));
}

RC_GTEST_PROP(NonEdges, SamplesAreDistinctAndNeverAnEdge, ()) {
  const Graph graph = arbitrary_graph();
  const NonEdges non_edges(graph);
  const auto count = *rc::gen::inRange<std::int64_t>(0, non_edges.count() + 1);
  auto sampled = non_edges.sample(count, stream(*rc::gen::arbitrary<std::uint64_t>()));
  RC_ASSERT(static_cast<std::int64_t>(sampled.size()) == count);
  for (const NodePair pair : sampled) RC_ASSERT(!graph.has_entry(pair.row, pair.column));
  std::sort(sampled.begin(), sampled.end());
  RC_ASSERT(std::adjacent_find(sampled.begin(), sampled.end()) == sampled.end());
}

}  // namespace
}  // namespace disgnn
