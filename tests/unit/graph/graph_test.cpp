#include "disgnn/graph/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <stdexcept>

#include "random_graphs.h"

namespace disgnn {
namespace {

using ::testing::ElementsAre;

//   0 --- 1
//   |   /
//   | /
//   2       3   (alone)
const std::vector<NodePair> kTriangle = {{0, 1}, {2, 1}, {0, 2}};

TEST(BuildGraph, SymmetrisesAndAddsOneSelfLoopPerNode) {
  const BuiltGraph built = build_graph(4, kTriangle);
  EXPECT_TRUE(built.graph.symmetric());
  EXPECT_EQ(built.graph.nodes(), 4);
  EXPECT_EQ(built.graph.entries(), 2 * 3 + 4);
  EXPECT_THAT(built.graph.neighbours(0), ElementsAre(0, 1, 2));
  EXPECT_THAT(built.graph.neighbours(1), ElementsAre(0, 1, 2));
  EXPECT_THAT(built.graph.neighbours(2), ElementsAre(0, 1, 2));
  EXPECT_THAT(built.graph.neighbours(3), ElementsAre(3));
  EXPECT_THAT(built.entry_pair, ElementsAre(-1, 0, 2, 0, -1, 1, 2, 1, -1, -1));
}

TEST(BuildGraph, KeptDirectionLetsTheTargetReceiveFromTheSourceOnly) {
  const BuiltGraph built = build_graph(4, kTriangle, {.keep_direction = true});
  EXPECT_FALSE(built.graph.symmetric());
  EXPECT_EQ(built.graph.entries(), 3 + 4);
  EXPECT_THAT(built.graph.neighbours(0), ElementsAre(0));
  EXPECT_THAT(built.graph.neighbours(1), ElementsAre(0, 1, 2));
  EXPECT_THAT(built.graph.neighbours(2), ElementsAre(0, 2));
  EXPECT_THAT(built.graph.reverse_entries(), ::testing::IsEmpty());
}

TEST(BuildGraph, CountsWhatItDropped) {
  // (0,1) again as (1,0); (2,2) is a self loop given twice.
  const std::vector<NodePair> pairs = {{0, 1}, {1, 0}, {2, 2}, {0, 1}, {2, 2}, {1, 2}};
  const BuiltGraph both_ways = build_graph(3, pairs);
  EXPECT_EQ(both_ways.counts.pairs, 6);
  EXPECT_EQ(both_ways.counts.self_loops, 2);
  EXPECT_EQ(both_ways.counts.repeated_pairs, 2);
  EXPECT_EQ(both_ways.graph.entries(), 2 * 2 + 3);

  const BuiltGraph directed = build_graph(3, pairs, {.keep_direction = true});
  EXPECT_EQ(directed.counts.self_loops, 2);
  EXPECT_EQ(directed.counts.repeated_pairs, 1);  // (1,0) is another edge than (0,1)
  EXPECT_EQ(directed.graph.entries(), 3 + 3);
}

TEST(BuildGraph, ARepeatedPairKeepsItsFirstPosition) {
  const std::vector<NodePair> pairs = {{1, 0}, {0, 1}};
  EXPECT_THAT(build_graph(2, pairs).entry_pair, ElementsAre(-1, 0, 0, -1));
}

TEST(BuildGraph, RefusesIndicesOutOfRange) {
  EXPECT_THROW(build_graph(2, std::vector<NodePair>{{0, 2}}), std::logic_error);
  EXPECT_THROW(build_graph(2, std::vector<NodePair>{{-1, 0}}), std::logic_error);
}

TEST(BuildGraph, AcceptsAGraphWithoutNodes) {
  const BuiltGraph built = build_graph(0, {});
  EXPECT_EQ(built.graph.nodes(), 0);
  EXPECT_EQ(built.graph.entries(), 0);
}

TEST(Graph, DefaultOneIsEmpty) {
  const Graph graph;
  EXPECT_EQ(graph.nodes(), 0);
  EXPECT_EQ(graph.entries(), 0);
}

TEST(Graph, ReverseEntriesPointToTheOtherDirection) {
  // Entries of 0 --- 1: (0,0) (0,1) (1,0) (1,1).
  const Graph graph = build_graph(2, std::vector<NodePair>{{0, 1}}).graph;
  EXPECT_THAT(graph.reverse_entries(), ElementsAre(0, 2, 1, 3));
}

RC_GTEST_PROP(Graph, HoldsExactlyTheDistinctPairsAndSelfLoops, ()) {
  const PairList list = arbitrary_pair_list();
  const bool keep_direction = *rc::gen::arbitrary<bool>();
  const BuiltGraph built = build_graph(list.nodes, list.pairs, {.keep_direction = keep_direction});

  std::set<NodePair> expected;  // (row receives from column)
  std::set<NodePair> distinct;
  std::int64_t self_loops = 0;
  for (const auto [source, target] : list.pairs) {
    self_loops += source == target ? 1 : 0;
    expected.insert({target, source});
    if (!keep_direction) expected.insert({source, target});
    if (source == target) continue;
    const bool swapped = !keep_direction && source > target;
    distinct.insert(swapped ? NodePair{target, source} : NodePair{source, target});
  }
  for (NodeId v = 0; v < list.nodes; ++v) expected.insert({v, v});

  std::vector<NodePair> entries;
  for (NodeId v = 0; v < list.nodes; ++v) {
    for (const NodeId u : built.graph.neighbours(v)) entries.push_back({v, u});
  }
  RC_ASSERT(entries == std::vector<NodePair>(expected.begin(), expected.end()));
  RC_ASSERT(built.counts.self_loops == self_loops);
  RC_ASSERT(built.counts.repeated_pairs == static_cast<std::int64_t>(list.pairs.size()) -
                                               self_loops -
                                               static_cast<std::int64_t>(distinct.size()));
}

RC_GTEST_PROP(Graph, EntriesKnowThePairTheyStemFrom, ()) {
  const PairList list = arbitrary_pair_list();
  const bool keep_direction = *rc::gen::arbitrary<bool>();
  const BuiltGraph built = build_graph(list.nodes, list.pairs, {.keep_direction = keep_direction});
  const PairIndex& index = *built.graph.index();
  for (EntryId e = 0; e < index.entries(); ++e) {
    const NodePair entry{index.expanded_rows()[e], index.columns()[e]};
    if (entry.row == entry.column) {
      RC_ASSERT(built.entry_pair[e] == -1);
      continue;
    }
    const NodePair pair = list.pairs.at(built.entry_pair[e]);
    const bool forward = pair == NodePair{entry.column, entry.row};
    RC_ASSERT(forward || (!keep_direction && pair == entry));
  }
}

RC_GTEST_PROP(Graph, ReverseEntriesAreAnInvolution, ()) {
  const PairList list = arbitrary_pair_list();
  const Graph graph = build_graph(list.nodes, list.pairs).graph;
  const auto reverse = graph.reverse_entries();
  const PairIndex& index = *graph.index();
  RC_ASSERT(reverse.size() == static_cast<std::size_t>(graph.entries()));
  for (EntryId e = 0; e < graph.entries(); ++e) {
    RC_ASSERT(reverse[reverse[e]] == e);
    RC_ASSERT(index.expanded_rows()[reverse[e]] == index.columns()[e]);
    RC_ASSERT(index.columns()[reverse[e]] == index.expanded_rows()[e]);
  }
}

RC_GTEST_PROP(Graph, HasEntryAgreesWithTheLists, ()) {
  const Graph graph = arbitrary_graph();
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    const auto list = graph.neighbours(v);
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      RC_ASSERT(graph.has_entry(v, u) == (std::find(list.begin(), list.end(), u) != list.end()));
    }
  }
}

}  // namespace
}  // namespace disgnn
