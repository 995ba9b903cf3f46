#include "disgnn/graph/row_subset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "disgnn/graph/graph.h"

namespace disgnn {
namespace {

using ::testing::ElementsAre;

TEST(SelectRows, KeepsAllEntriesOfTheRowsInTheGivenOrder) {
  // 0 - 1 - 2, 3 alone; rows with self loops: 0 1 | 0 1 2 | 1 2 | 3
  const Graph graph = build_graph(4, std::vector<NodePair>{{0, 1}, {1, 2}}).graph;
  const RowSubset subset = select_rows(*graph.index(), std::vector<NodeId>{3, 1});
  EXPECT_THAT(subset.nodes, ElementsAre(3, 1));
  EXPECT_EQ(subset.index->nodes(), 2);
  EXPECT_EQ(subset.index->column_nodes(), 4);
  EXPECT_THAT(subset.index->offsets(), ElementsAre(0, 1, 4));
  EXPECT_THAT(subset.index->columns(), ElementsAre(3, 0, 1, 2));
  EXPECT_THAT(subset.first_entries, ElementsAre(7, 2));
  EXPECT_THAT(subset.positions, ElementsAre(3, 1));
}

TEST(SelectRows, RefusesWhatIsNoRow) {
  const Graph graph = build_graph(2, {}).graph;
  EXPECT_THROW((void)select_rows(*graph.index(), std::vector<NodeId>{2}), std::logic_error);
}

TEST(ReceptiveField, GrowsByTheNeighboursOfEveryLayer) {
  // 0 - 1 - 2 - 3 - 4; to know node 0 after three layers takes 0 .. 3 of the input
  const Graph graph = build_graph(5, std::vector<NodePair>{{0, 1}, {1, 2}, {2, 3}, {3, 4}}).graph;
  const ReceptiveField field = receptive_field(*graph.index(), std::vector<NodeId>{0}, 3);
  ASSERT_EQ(field.size(), 3U);
  EXPECT_THAT(field[2]->nodes, ElementsAre(0));
  EXPECT_THAT(field[1]->nodes, ElementsAre(0, 1));
  EXPECT_THAT(field[0]->nodes, ElementsAre(0, 1, 2));
  EXPECT_EQ(field[2]->index->column_nodes(), 2);
  EXPECT_EQ(field[1]->index->column_nodes(), 3);
  EXPECT_EQ(field[0]->index->column_nodes(), 5);
  EXPECT_THAT(field[0]->index->columns(), ElementsAre(0, 1, 0, 1, 2, 1, 2, 3));
}

TEST(ReceptiveField, NumbersNodesByTheirPlaceInTheLayerBelow) {
  // 1 - 3, 3 - 4: node 4 needs 3 and 4 of the layer below, which are its nodes 0 and 1
  const Graph graph = build_graph(5, std::vector<NodePair>{{1, 3}, {3, 4}}).graph;
  const ReceptiveField field = receptive_field(*graph.index(), std::vector<NodeId>{4}, 2);
  EXPECT_THAT(field[0]->nodes, ElementsAre(3, 4));
  EXPECT_THAT(field[1]->nodes, ElementsAre(4));
  EXPECT_THAT(field[1]->positions, ElementsAre(1));
  EXPECT_THAT(field[1]->index->columns(), ElementsAre(0, 1));
  EXPECT_THAT(field[1]->first_entries, ElementsAre(graph.index()->offsets()[4]));
}

TEST(ReceptiveField, IsTheWholeGraphWhereMostNodesAreNeeded) {
  std::vector<NodePair> star;
  for (NodeId v = 1; v < 10; ++v) star.push_back({0, v});
  const Graph graph = build_graph(10, star).graph;
  const ReceptiveField field = receptive_field(*graph.index(), std::vector<NodeId>{0}, 3);
  EXPECT_EQ(field[0], nullptr);
  EXPECT_EQ(field[1], nullptr);
  ASSERT_NE(field[2], nullptr);
  EXPECT_EQ(field[2]->index->column_nodes(), 10);
  EXPECT_THAT(field[2]->positions, ElementsAre(0));
}

}  // namespace
}  // namespace disgnn
