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
  EXPECT_THAT(*subset.first_entries, ElementsAre(7, 2));
}

TEST(SelectRows, RefusesWhatIsNoRow) {
  const Graph graph = build_graph(2, {}).graph;
  EXPECT_THROW((void)select_rows(*graph.index(), std::vector<NodeId>{2}), std::logic_error);
}

TEST(PairIndex, CanDoWithoutItsColumnSide) {
  const auto index = PairIndex::from_rows(2, 3, {0, 2, 3}, {2, 0, 1}, PairIndex::Sides::kRowsOnly);
  EXPECT_FALSE(index->has_columns());
  EXPECT_THAT(index->columns(), ElementsAre(2, 0, 1));
  EXPECT_TRUE(index->column_rows().empty());
  EXPECT_THROW((void)PairIndex::from_rows(1, 1, {0, 1}, {1}, PairIndex::Sides::kRowsOnly),
               std::logic_error);
}

}  // namespace
}  // namespace disgnn
