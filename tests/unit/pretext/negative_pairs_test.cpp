#include "pretext/negative_pairs.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <set>

#include "support/small_graphs.h"

namespace disgnn::pretext {
namespace {

using disgnn::testing::triangle_with_tail;

RandomStream stream(std::uint64_t seed) {
  return {seed, RandomPurpose::kNegativePairs, 3};
}

std::vector<NodePair> pairs_of(const PairIndex& index) {
  std::vector<NodePair> pairs;
  for (NodeId v = 0; v < index.nodes(); ++v) {
    for (EntryId e = index.offsets()[v]; e < index.offsets()[v + 1]; ++e) {
      pairs.push_back({v, index.columns()[e]});
    }
  }
  return pairs;
}

TEST(SampleNegatives, AreThePairsThatTheSerialSampleHas) {
  std::vector<NodePair> ring;
  for (NodeId v = 0; v < 300; ++v) ring.push_back({v, (v + 1) % 300});
  const NonEdges non_edges(build_graph(300, ring).graph);
  for (const std::int64_t count : {0, 1, 15, 16, 5000}) {
    const auto index = sample_negatives(non_edges, count, stream(7), PairIndex::Sides::kBoth);
    const auto found = pairs_of(*index);
    const auto expected = non_edges.sample(count, stream(7));
    EXPECT_EQ(std::set(found.begin(), found.end()), std::set(expected.begin(), expected.end()));
    EXPECT_EQ(static_cast<std::int64_t>(found.size()), count);
  }
}

TEST(SampleNegatives, ComeInTheSameOrderWithOneAndTwoThreads) {
  std::vector<NodePair> ring;
  for (NodeId v = 0; v < 100; ++v) ring.push_back({v, (v + 1) % 100});
  const NonEdges non_edges(build_graph(100, ring).graph);
  at::set_num_threads(1);
  const auto one = sample_negatives(non_edges, 4000, stream(1), PairIndex::Sides::kRowsOnly);
  at::set_num_threads(2);
  const auto two = sample_negatives(non_edges, 4000, stream(1), PairIndex::Sides::kRowsOnly);
  at::set_num_threads(1);
  EXPECT_EQ(pairs_of(*one), pairs_of(*two));
}

TEST(SampleNegatives, CanBeAllThereAre) {
  const NonEdges non_edges(triangle_with_tail());
  const auto index =
      sample_negatives(non_edges, non_edges.count(), stream(2), PairIndex::Sides::kBoth);
  for (const NodePair& pair : pairs_of(*index)) {
    EXPECT_FALSE(triangle_with_tail().has_entry(pair.row, pair.column));
  }
  EXPECT_EQ(index->entries(), non_edges.count());
}

}  // namespace
}  // namespace disgnn::pretext
