#include "disgnn/data/audit.h"

#include <gtest/gtest.h>

namespace disgnn {
namespace {

// The same table twice; columns 0 (always 2) and 2 (always 0) are constant, row 1 is zero but for
// column 0.
//   2  1  0  3
//   2  0  0  0
//   2  1  0  3
DenseFeatures dense_table() {
  return {.rows = 3, .columns = 4, .values = {2, 1, 0, 3, 2, 0, 0, 0, 2, 1, 0, 3}};
}

SparseFeatures sparse_table() {
  return {.rows = 3,
          .columns = 4,
          .offsets = {0, 3, 5, 8},
          .column_indices = {0, 1, 3, 0, 2, 0, 1, 3},
          .values = {2, 1, 3, 2, 0, 2, 1, 3}};  // the zero at (1, 2) is stored
}

TEST(ConstantColumns, AreCountedInBothLayouts) {
  EXPECT_EQ(count_constant_columns(dense_table()), 2);
  EXPECT_EQ(count_constant_columns(sparse_table()), 2);
  EXPECT_EQ(count_constant_columns({}), 0);
}

TEST(ConstantColumns, OfASingleRowAreAll) {
  EXPECT_EQ(count_constant_columns(DenseFeatures{.rows = 1, .columns = 2, .values = {1, 2}}), 2);
}

TEST(ZeroRows, AreCountedInBothLayouts) {
  EXPECT_EQ(count_zero_rows(dense_table()), 0);
  EXPECT_EQ(count_zero_rows(DenseFeatures{.rows = 2, .columns = 2, .values = {0, 0, 0, 1}}), 1);
  // Row 0 stores a zero, row 1 stores nothing, row 2 stores a one.
  const SparseFeatures sparse{
      .rows = 3, .columns = 2, .offsets = {0, 1, 1, 2}, .column_indices = {0, 1}, .values = {0, 1}};
  EXPECT_EQ(count_zero_rows(sparse), 2);
  EXPECT_EQ(count_zero_rows({}), 0);
}

TEST(DatasetAudit, ReportsWhatAUserShouldKnow) {
  //   1 --- 0 --- 2      3
  RawDataset raw;
  raw.nodes = 4;
  raw.pairs = {{0, 1}, {0, 2}, {1, 0}, {3, 3}};
  raw.labels = {0, 1, 1, -1};
  raw.features = DenseFeatures{.rows = 4, .columns = 1, .values = {1, 0, 0, 0}};
  const DatasetAudit audit = audit_dataset(make_dataset(raw));
  EXPECT_EQ(audit.duplicated.groups, 1);
  EXPECT_EQ(audit.duplicated.nodes, 2);
  EXPECT_EQ(audit.self_loops, 1);
  EXPECT_EQ(audit.repeated_pairs, 1);
  EXPECT_EQ(audit.constant_columns, 0);
  EXPECT_EQ(audit.zero_rows, 3);
  EXPECT_EQ(audit.unlabelled_nodes, 1);
  EXPECT_DOUBLE_EQ(audit.unlabelled_share, 0.25);
}

}  // namespace
}  // namespace disgnn
