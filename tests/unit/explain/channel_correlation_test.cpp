#include "disgnn/explain/channel_correlation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/small_graphs.h"

namespace disgnn {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

TEST(ChannelCorrelation, IsPearsonsOverTheEdges) {
  // 0 --- 1 --- 2: entries (0,0) (0,1) (1,0) (1,1) (1,2) (2,1) (2,2); self loops count for nothing.
  const Graph graph = testing::path(3);
  const std::vector<float> table{99, 9,  7,   // (0,0)
                                 1,  -1, 5,   // (0,1)
                                 2,  -3, 5,   // (1,0)
                                 77, 0,  1,   // (1,1)
                                 3,  -2, 5,   // (1,2)
                                 4,  -4, 5,   // (2,1)
                                 55, 1,  2};  // (2,2)
  // Around their means channel 0 is -1.5, -0.5, 0.5, 1.5 and channel 1 1.5, -0.5, 0.5, -1.5: the
  // products add up to -4, the squares to 5 each. Channel 2 is the same everywhere.
  const auto found = channel_correlation(table, 3, *graph.index());
  EXPECT_THAT(found, ElementsAre(DoubleNear(1, 1e-12), DoubleNear(-0.8, 1e-12), 0,
                                 DoubleNear(-0.8, 1e-12), DoubleNear(1, 1e-12), 0, 0, 0, 1));
}

}  // namespace
}  // namespace disgnn
