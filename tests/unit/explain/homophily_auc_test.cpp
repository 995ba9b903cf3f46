#include "disgnn/explain/homophily_auc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "disgnn/graph/graph.h"

namespace disgnn {
namespace {

using ::testing::Optional;

//  classes: 0 and 1 are red, 2 and 3 are blue
//    0 --- 1
//    |     |
//    3 --- 2
class HomophilyAuc : public ::testing::Test {
 protected:
  Graph graph = build_graph(4, std::vector<NodePair>{{0, 1}, {1, 2}, {2, 3}, {3, 0}}).graph;
  std::vector<std::int32_t> labels = {0, 0, 1, 1};
  std::vector<NodeId> all = {0, 1, 2, 3};

  /// A table [E, channels] from a value per entry and channel.
  template <typename Score>
  std::vector<float> table(int channels, Score score) const {
    std::vector<float> scores;
    for (NodeId v = 0; v < graph.nodes(); ++v) {
      for (const NodeId u : graph.neighbours(v)) {
        for (int i = 0; i < channels; ++i) scores.push_back(score(v, u, i));
      }
    }
    return scores;
  }
};

TEST_F(HomophilyAuc, IsOneWhenTheHomoHalfFiresOnSameClassEdges) {
  const auto scores = table(4, [&](NodeId v, NodeId u, int channel) {
    const bool homo_channel = channel < 2;
    return (labels[v] == labels[u]) == homo_channel ? 1.0F : 0.0F;
  });
  EXPECT_THAT(homophily_auc(scores, 4, 2, *graph.index(), labels, all), Optional(1.0));
  // With all four channels in the hetero half every edge has the sum 2: nothing is told apart.
  EXPECT_THAT(homophily_auc(scores, 4, 0, *graph.index(), labels, all), Optional(0.5));
}

TEST_F(HomophilyAuc, IgnoresSelfLoops) {
  const auto scores = table(2, [&](NodeId v, NodeId u, int channel) {
    if (v == u) return channel == 0 ? -100.0F : 100.0F;
    return channel == 0 && labels[v] == labels[u] ? 1.0F : 0.0F;
  });
  EXPECT_THAT(homophily_auc(scores, 2, 1, *graph.index(), labels, all), Optional(1.0));
}

TEST_F(HomophilyAuc, CountsEdgesWithBothEndsSelectedAndLabelled) {
  // The difference grows with v + u: (0,1) same 1, (1,2) different 3, (2,3) same 5, (0,3) different
  // 3. Of same {1, 5} against different {3, 3} one half is in order.
  const auto scores = table(1, [](NodeId v, NodeId u, int) { return static_cast<float>(v + u); });
  const PairIndex& index = *graph.index();
  EXPECT_THAT(homophily_auc(scores, 1, 1, index, labels, all), Optional(0.5));
  // Without node 3: same {1}, different {3}.
  EXPECT_THAT(homophily_auc(scores, 1, 1, index, labels, std::vector<NodeId>{0, 1, 2}),
              Optional(0.0));
  // Node 0 unlabelled: different {3}, same {5}.
  labels[0] = -1;
  EXPECT_THAT(homophily_auc(scores, 1, 1, index, labels, all), Optional(1.0));
  // Nodes 0 and 1 unlabelled: only (2,3) is left, and two unlabelled nodes are not of one class.
  labels[1] = -1;
  EXPECT_EQ(homophily_auc(scores, 1, 1, index, labels, all), std::nullopt);
}

TEST_F(HomophilyAuc, IsUndefinedWithOneKindOfEdgeOnly) {
  const std::vector<float> scores(graph.entries(), 0.0F);
  const PairIndex& index = *graph.index();
  EXPECT_EQ(homophily_auc(scores, 1, 1, index, labels, std::vector<NodeId>{0, 1}), std::nullopt);
  EXPECT_EQ(homophily_auc(scores, 1, 1, index, labels, {}), std::nullopt);
}

TEST_F(HomophilyAuc, RefusesATableOfTheWrongSize) {
  EXPECT_THROW(homophily_auc(std::vector<float>(5), 1, 1, *graph.index(), labels, all),
               std::logic_error);
}

}  // namespace
}  // namespace disgnn
