#include "disgnn/graph/structure_features.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "random_graphs.h"
#include "support/small_graphs.h"

namespace disgnn {
namespace {

using testing::path;
using testing::triangle_with_tail;

/// (values - mean) / deviation
std::vector<double> standardised(std::vector<double> values) {
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  double variance = 0;
  for (const double value : values) mean += value / count;
  for (const double value : values) variance += std::pow(value - mean, 2) / count;
  for (double& value : values) value = (value - mean) / std::sqrt(variance);
  return values;
}

void expect_column(const std::vector<float>& features, int column, const std::vector<double>& raw) {
  const std::vector<double> wanted = standardised(raw);
  for (std::size_t v = 0; v < wanted.size(); ++v) {
    EXPECT_NEAR(features[v * kStructureFeatures + column], wanted[v], 1e-4)
        << "node " << v << " column " << column;
  }
}

TEST(StructureFeatures, AreThoseOfATriangleWithATail) {
  // 0, 1 and 2 are a triangle, 3 hangs on 2.
  const std::vector<float> features = structure_features(*triangle_with_tail().index());
  ASSERT_EQ(features.size(), 4U * kStructureFeatures);
  const double two = std::log(3.0);  // two neighbours
  const double three = std::log(4.0);
  const double one = std::log(2.0);
  const double a = (two + three) / 2;    // around 0 and 1
  const double b = (2 * two + one) / 3;  // around 2
  expect_column(features, 0, {two, two, three, one});
  expect_column(features, 1, {two, two, three, one});
  expect_column(features, 2, {a, a, b, three});
  expect_column(features, 3, {(a + b) / 2, (a + b) / 2, (2 * a + three) / 3, b});
  // PageRank, r0 = r1: r0 = 0.0375 + 0.85 (r0 / 2 + r2 / 3), r3 = 0.0375 + 0.85 r2 / 3 and
  // 2 r0 + r2 + r3 = 1.
  const double r2 = (1 - 0.0375 - 0.075 / 0.575) / (1 + 0.85 / 3 + 2 * 0.85 / 3 / 0.575);
  const double r0 = (0.0375 + 0.85 * r2 / 3) / 0.575;
  const double r3 = 0.0375 + 0.85 * r2 / 3;
  EXPECT_NEAR(2 * r0 + r2 + r3, 1, 1e-12);
  expect_column(features, 4, {std::log(r0), std::log(r0), std::log(r2), std::log(r3)});
  expect_column(features, 5, {1, 1, 1.0 / 3, 0});
  expect_column(features, 6, {2.0 / 3, 2.0 / 3, 2.0 / 3, 1.0 / 3});
}

TEST(StructureFeatures, SayNothingWhereAllNodesAreAlike) {
  for (const float value : structure_features(*path(2).index())) EXPECT_EQ(value, 0);
}

RC_GTEST_PROP(StructureFeatures, CountLinkedNeighboursOfEveryNode, ()) {
  const Graph graph = arbitrary_graph();
  const std::vector<float> features = structure_features(*graph.index());
  std::vector<double> raw;
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    double pairs = 0;
    double linked = 0;
    for (const NodeId u : graph.neighbours(v)) {
      for (const NodeId w : graph.neighbours(v)) {
        if (u == v || w == v || u == w) continue;
        ++pairs;
        for (const NodeId beyond : graph.neighbours(u)) linked += beyond == w ? 1 : 0;
      }
    }
    raw.push_back(pairs == 0 ? 0 : linked / pairs);
  }
  const auto [least, most] = std::ranges::minmax(raw);
  const bool alike = most - least < 1e-9;
  const std::vector<double> wanted = alike ? std::vector<double>(raw.size(), 0) : standardised(raw);
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    RC_ASSERT(std::abs(features[v * kStructureFeatures + 5] - wanted[v]) < 1e-4);
  }
}

}  // namespace
}  // namespace disgnn
