#include "disgnn/graph/pair_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "random_graphs.h"

namespace disgnn {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(PairIndex, SortsPairsByRowAndKeepsTheirOrderWithinARow) {
  const std::vector<NodePair> pairs = {{2, 0}, {0, 1}, {2, 1}, {0, 0}};
  std::vector<EntryId> order;
  const auto index = PairIndex::from_pairs(3, pairs, &order);
  EXPECT_THAT(index->offsets(), ElementsAre(0, 2, 2, 4));
  EXPECT_THAT(index->expanded_rows(), ElementsAre(0, 0, 2, 2));
  EXPECT_THAT(index->columns(), ElementsAre(1, 0, 0, 1));
  EXPECT_THAT(order, ElementsAre(1, 3, 0, 2));
}

TEST(PairIndex, ListsEveryColumnWithItsRowsAscending) {
  // Entries: 0 = (0,1), 1 = (0,0), 2 = (2,0), 3 = (2,1).
  const auto index = PairIndex::from_rows(3, {0, 2, 2, 4}, {1, 0, 0, 1});
  EXPECT_THAT(index->column_offsets(), ElementsAre(0, 2, 4, 4));
  EXPECT_THAT(index->column_rows(), ElementsAre(0, 2, 0, 2));
  EXPECT_THAT(index->column_entries(), ElementsAre(1, 2, 0, 3));
}

TEST(PairIndex, MayHaveOtherColumnsThanRows) {
  // Two nodes, three features: node 0 has feature 2, node 1 features 0 and 2.
  const auto index = PairIndex::from_rows(2, 3, {0, 1, 3}, {2, 0, 2});
  EXPECT_EQ(index->nodes(), 2);
  EXPECT_EQ(index->column_nodes(), 3);
  EXPECT_THAT(index->column_offsets(), ElementsAre(0, 1, 1, 3));
  EXPECT_THAT(index->column_rows(), ElementsAre(1, 0, 1));
  EXPECT_THAT(index->column_entries(), ElementsAre(1, 0, 2));
}

TEST(PairIndex, MayBeEmpty) {
  const auto index = PairIndex::from_pairs(2, {});
  EXPECT_EQ(index->entries(), 0);
  EXPECT_THAT(index->offsets(), ElementsAre(0, 0, 0));
  EXPECT_THAT(index->column_entries(), IsEmpty());
}

TEST(PairIndex, RefusesBrokenRows) {
  EXPECT_THROW(PairIndex::from_rows(2, {0, 1}, {0}), std::logic_error);
  EXPECT_THROW(PairIndex::from_rows(2, {0, 1, 3}, {0}), std::logic_error);
  EXPECT_THROW(PairIndex::from_rows(2, {0, 2, 1}, {0}), std::logic_error);
  EXPECT_THROW(PairIndex::from_rows(2, {0, 1, 1}, {2}), std::logic_error);
  EXPECT_THROW(PairIndex::from_pairs(2, std::vector<NodePair>{{-1, 0}}), std::logic_error);
}

RC_GTEST_PROP(PairIndex, BothViewsHoldThePairsHandedIn, ()) {
  PairList list = arbitrary_pair_list();
  std::vector<EntryId> order;
  const auto index = PairIndex::from_pairs(list.nodes, list.pairs, &order);

  std::vector<NodePair> by_column;
  for (NodeId u = 0; u < list.nodes; ++u) {
    for (EntryId k = index->column_offsets()[u]; k < index->column_offsets()[u + 1]; ++k) {
      const EntryId entry = index->column_entries()[k];
      RC_ASSERT(index->columns()[entry] == u);
      RC_ASSERT(index->expanded_rows()[entry] == index->column_rows()[k]);
      if (k > index->column_offsets()[u]) {
        RC_ASSERT(index->column_rows()[k - 1] <= index->column_rows()[k]);
      }
      by_column.push_back({index->column_rows()[k], u});
    }
  }
  for (EntryId e = 0; e < index->entries(); ++e) {
    RC_ASSERT(list.pairs[order[e]] == (NodePair{index->expanded_rows()[e], index->columns()[e]}));
  }
  std::sort(by_column.begin(), by_column.end());
  std::sort(list.pairs.begin(), list.pairs.end());
  RC_ASSERT(by_column == list.pairs);
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
