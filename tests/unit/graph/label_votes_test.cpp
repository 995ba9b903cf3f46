#include "disgnn/graph/label_votes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "random_graphs.h"
#include "support/small_graphs.h"

namespace disgnn {
namespace {

using testing::path;

TEST(LabelVotes, AreSharesOfTheNeighboursWithALabel) {
  // 0 --- 1 --- 2 --- 3 --- 4, labels 0 ? 1 0 ?
  const std::vector<std::int32_t> labels{0, -1, 1, 0, -1};
  const std::vector<float> votes = label_votes(*path(5).index(), labels, 2);
  ASSERT_EQ(votes.size(), 20U);
  const auto of = [&](NodeId v, int k) { return votes[v * 4 + k]; };
  EXPECT_EQ(of(0, 0), 0);  // its neighbour has no label; its own does not count
  EXPECT_EQ(of(0, 1), 0);
  EXPECT_EQ(of(1, 0), 0.5F);
  EXPECT_EQ(of(1, 1), 0.5F);
  EXPECT_EQ(of(2, 0), 1);
  EXPECT_EQ(of(3, 1), 1);
  EXPECT_EQ(of(4, 0), 1);
}

TEST(LabelVotes, AreSharesOfLookAlikes) {
  // The same path. Nodes 0 and 2 share neighbour 1, nodes 2 and 4 neighbour 3, nodes 1 and 3
  // neighbour 2. As neighbours, inner nodes count a = log(5/2), the ends b = log 5.
  const std::vector<std::int32_t> labels{0, -1, 1, 0, -1};
  const std::vector<float> votes = label_votes(*path(5).index(), labels, 2);
  const double a = std::log(2.5);
  const double b = std::log(5.0);
  // Node 1 has neighbours 0 and 2, node 3 has 2 and 4: cosine a^2 / (a^2 + b^2).
  const double one_three = std::pow(a * a / (a * a + b * b), 8);
  EXPECT_FLOAT_EQ(votes[1 * 4 + 2], one_three / (one_three + 1e-3));
  // Node 0 has neighbour 1, node 2 has 1 and 3: a^2 / (a * a sqrt(2)).
  const double zero_two = std::pow(1 / std::sqrt(2.0), 8);
  EXPECT_FLOAT_EQ(votes[0 * 4 + 3], zero_two / (zero_two + 1e-3));
  EXPECT_EQ(votes[0 * 4 + 2], 0);
  EXPECT_FLOAT_EQ(votes[2 * 4 + 2], zero_two / (zero_two + 1e-3));  // of node 0; 4 has no label
}

RC_GTEST_PROP(LabelVotes, DoNotDependOnTheNodesOwnLabel, ()) {
  const Graph graph = arbitrary_graph();
  std::vector<std::int32_t> labels;
  for (NodeId v = 0; v < graph.nodes(); ++v) labels.push_back(*rc::gen::inRange(-1, 3));
  const std::vector<float> before = label_votes(*graph.index(), labels, 3);
  const NodeId v = *rc::gen::inRange<NodeId>(0, graph.nodes());
  labels[v] = -1;
  const std::vector<float> after = label_votes(*graph.index(), labels, 3);
  for (int k = 0; k < 6; ++k) {
    RC_ASSERT(after[v * 6 + k] == before[v * 6 + k]);
    RC_ASSERT(after[v * 6 + k] >= 0 && after[v * 6 + k] <= 1);
  }
}

}  // namespace
}  // namespace disgnn
