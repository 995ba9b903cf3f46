#include "disgnn/embed/deepwalk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "disgnn/core/error.h"
#include "support/expect_error.h"
#include "support/small_graphs.h"

namespace disgnn::embed {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

/// Two groups of `size` nodes, all joined inside a group, one edge between the groups.
Graph two_groups(NodeId size) {
  std::vector<NodePair> pairs;
  for (const NodeId first : {NodeId{0}, size}) {
    for (NodeId v = first; v < first + size; ++v) {
      for (NodeId u = v + 1; u < first + size; ++u) pairs.push_back({v, u});
    }
  }
  pairs.push_back({0, size});
  return build_graph(2 * size, pairs).graph;
}

double cosine(const DenseFeatures& vectors, NodeId v, NodeId u) {
  double dot = 0;
  double of_v = 0;
  double of_u = 0;
  for (std::int64_t i = 0; i < vectors.columns; ++i) {
    const double a = vectors.values[v * vectors.columns + i];
    const double b = vectors.values[u * vectors.columns + i];
    dot += a * b;
    of_v += a * a;
    of_u += b * b;
  }
  return dot / std::sqrt(of_v * of_u);
}

TEST(DeepWalk, BringsNodesOfAGroupTogether) {
  const NodeId size = 10;
  for (const std::int64_t threads : {1, 2}) {
    const DenseFeatures vectors =
        deepwalk(two_groups(size),
                 {.dimension = 16, .walks = 60, .length = 20, .window = 3, .threads = threads});
    ASSERT_EQ(vectors.rows, 20);
    ASSERT_EQ(vectors.columns, 16);
    double inside = 0;
    double between = 0;
    for (NodeId v = 1; v < size; ++v) {
      inside += cosine(vectors, v, 1 + v % (size - 1)) / (size - 1);
      between += cosine(vectors, v, size + v) / (size - 1);
    }
    EXPECT_GT(inside, between + 0.5);
  }
}

TEST(DeepWalk, IsTheSameForTheSameSeedWithOneThread) {
  const DeepWalkOptions options{.dimension = 5, .walks = 3, .length = 7, .seed = 4};
  const DenseFeatures first = deepwalk(triangle_with_tail(), options);
  EXPECT_EQ(first.values, deepwalk(triangle_with_tail(), options).values);
  DeepWalkOptions other = options;
  other.seed = 5;
  EXPECT_NE(first.values, deepwalk(triangle_with_tail(), other).values);
}

TEST(DeepWalk, CopesWithNodesThatLeadNowhere) {
  const DenseFeatures vectors = deepwalk(with_isolated_node(), {.dimension = 8, .walks = 5});
  for (const float value : vectors.values) EXPECT_TRUE(std::isfinite(value));
  double largest = 0;
  for (int i = 0; i < 8; ++i) largest = std::max<double>(largest, std::abs(vectors.values[16 + i]));
  EXPECT_LE(largest, 0.5 / 8);  // node 2 is never walked from
  EXPECT_GT(largest, 0);
}

TEST(DeepWalk, StopsWhenAsked) {
  int calls = 0;
  expect_error(ErrorKind::kInterrupted, {"DeepWalk"}, [&] {
    (void)deepwalk(path(4), {.walks = 10}, [&](double share) {
      ++calls;
      return share < 0.3;
    });
  });
  EXPECT_EQ(calls, 4);
}

}  // namespace
}  // namespace disgnn::embed
