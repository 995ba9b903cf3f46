#include "disgnn/data/matrix_market.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "disgnn/data/reader.h"
#include "gzip_bytes.h"
#include "native_files.h"
#include "npy_bytes.h"
#include "robustness.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Entry = MatrixMarket::Entry;

const std::string kPath =
    "%%MatrixMarket matrix coordinate pattern symmetric\n% a path of three nodes\n3 3 2\n2 1\n3 "
    "2\n";

MatrixMarket parse_market(const std::string& text) {
  return parse_matrix_market(text, "m.mtx");
}

TEST(MatrixMarket, ReadsPatternsWithCommentsAndAnyLineEnding) {
  const MatrixMarket matrix = parse_market(
      "%%MatrixMarket MATRIX Coordinate Pattern Symmetric\r\n%\r\n\r\n3 4 2\r\n2 1\r\n\r\n3 4");
  EXPECT_EQ(matrix.rows, 3);
  EXPECT_EQ(matrix.columns, 4);
  EXPECT_TRUE(matrix.symmetric);
  EXPECT_FALSE(matrix.dense);
  EXPECT_THAT(matrix.entries, ElementsAre(Entry{1, 0, 1}, Entry{2, 3, 1}));
}

TEST(MatrixMarket, ReadsRealAndIntegerValues) {
  EXPECT_THAT(
      parse_market("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 -2.5e0\n").entries,
      ElementsAre(Entry{0, 1, -2.5F}));
  EXPECT_THAT(
      parse_market("%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 +7\n").entries,
      ElementsAre(Entry{0, 1, 7}));
}

TEST(MatrixMarket, ReadsArraysColumnByColumn) {
  const MatrixMarket matrix =
      parse_market("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n");
  EXPECT_TRUE(matrix.dense);
  EXPECT_THAT(matrix.entries,
              ElementsAre(Entry{0, 0, 1}, Entry{1, 0, 2}, Entry{0, 1, 3}, Entry{1, 1, 4}));
}

TEST(MatrixMarket, ReportsMistakesWithTheirLine) {
  const auto expect_refused = [](const std::string& text, const std::vector<std::string>& parts) {
    expect_input_error(parts, [&] { parse_market(text); });
  };
  const std::string banner = "%%MatrixMarket matrix coordinate real general\n";
  expect_refused("", {"m.mtx:1: ", "%%MatrixMarket"});
  expect_refused("3 3 1\n1 2\n", {"m.mtx:1: ", "%%MatrixMarket"});
  expect_refused("%%MatrixMarket matrix coordinate complex general\n", {"m.mtx:1: ", "complex"});
  expect_refused("%%MatrixMarket matrix coordinate real hermitian\n", {"m.mtx:1: ", "hermitian"});
  expect_refused("%%MatrixMarket matrix array real symmetric\n", {"m.mtx:1: ", "array"});
  expect_refused(banner, {"m.mtx:1: ", "3 numbers"});
  expect_refused(banner + "3 3\n", {"m.mtx:2: ", "3 numbers"});
  expect_refused(banner + "3 x 1\n", {"m.mtx:2: ", "'x'"});
  expect_refused(banner + "3 2147483648 0\n", {"m.mtx:2: ", "2147483648"});
  expect_refused(banner + "3 3 -1\n", {"m.mtx:2: ", "'-1'"});
  expect_refused(banner + "% c\n3 3 1\n4 1 1\n", {"m.mtx:4: ", "row index '4' is outside 1 .. 3"});
  expect_refused(banner + "3 3 1\n1 0 1\n", {"m.mtx:3: ", "column index '0'"});
  expect_refused(banner + "3 3 1\n1 -2 1\n", {"m.mtx:3: ", "column index '-2'"});
  expect_refused(banner + "3 3 1\n1 2\n", {"m.mtx:3: ", "expected 3 numbers, found 2"});
  expect_refused(banner + "3 3 1\n1 2 nan\n", {"m.mtx:3: ", "'nan'"});
  expect_refused(banner + "3 3 2\n1 2 1\n", {"m.mtx:3: ", "1 of the 2 entries"});
  expect_refused(banner + "3 3 9000000000000000000\n1 2 1\n", {"1 of the 9000000000000000000"});
  expect_refused(banner + "3 3 1\n1 2 1\n2 3 1\n", {"m.mtx:4: ", "more text after the 1 entries"});
  expect_refused("%%MatrixMarket matrix array real general\n2 2\n1 2\n",
                 {"m.mtx:3: ", "one number"});
}

RC_GTEST_PROP(MatrixMarketProperty, DamagedFilesAreReadOrReported, ()) {
  const std::string damaged = damaged_copy(kPath);
  parses_or_reports([&] { parse_market(damaged); });
}

class MatrixMarketGraph : public ::testing::Test {
 protected:
  MatrixMarketGraph() { source_.path = folder_.write("tiny.mtx", kPath); }
  RawDataset read() { return read_dataset(source_); }
  void expect_refused(const std::vector<std::string>& parts) {
    expect_input_error(parts, [&] { read(); });
  }

  TemporaryFolder folder_;
  DataSource source_;
};

TEST_F(MatrixMarketGraph, ReadsAdjacencyAlone) {
  const RawDataset data = read();
  EXPECT_EQ(data.name, "tiny");
  EXPECT_EQ(data.nodes, 3);
  EXPECT_THAT(data.pairs, ElementsAre(NodePair{1, 0}, NodePair{2, 1}));
  EXPECT_THAT(data.labels, IsEmpty());
  EXPECT_FALSE(has_features(data.features));
}

TEST_F(MatrixMarketGraph, ReadsZippedFilesAndEdgeFiles) {
  source_.path = folder_.write("zipped.mtx.gz", gzip_bytes(kPath));
  EXPECT_EQ(read().name, "zipped");
  source_.edges_file = source_.path;
  source_.path.clear();
  EXPECT_EQ(read().pairs.size(), 2);
}

TEST_F(MatrixMarketGraph, GivesBothDirectionsOfSymmetricMatricesWhenDirectionIsKept) {
  source_.directed = true;
  const RawDataset data = read();
  EXPECT_TRUE(data.directed);
  EXPECT_THAT(data.pairs,
              ElementsAre(NodePair{1, 0}, NodePair{0, 1}, NodePair{2, 1}, NodePair{1, 2}));
}

TEST_F(MatrixMarketGraph, TakesExplicitZerosForNoEdges) {
  folder_.write("tiny.mtx",
                "%%MatrixMarket matrix coordinate integer general\n3 3 2\n1 2 0\n3 1 4\n");
  EXPECT_THAT(read().pairs, ElementsAre(NodePair{2, 0}));
}

TEST_F(MatrixMarketGraph, NumbersNodesFromOneAsTheFileDoes) {
  EXPECT_THAT(read().node_ids, ElementsAre("1", "2", "3"));
}

TEST_F(MatrixMarketGraph, RefusesIdsInATableOfLabelsThatGoesByRows) {
  folder_.write("tiny_labels.csv", "id,label\n3,cat\n2,ape\n1,ape\n");
  expect_refused({"tiny_labels.csv:1:1: ", "order of the rows", "--nodes"});
}

TEST_F(MatrixMarketGraph, ReadsLabelsLineByLine) {
  folder_.write("tiny_labels.txt", "cat\n\nape\n");
  const RawDataset data = read();
  EXPECT_THAT(data.labels, ElementsAre(1, -1, 0));
  EXPECT_THAT(data.class_names, ElementsAre("ape", "cat"));
  folder_.write("tiny_labels.txt", "  4\n -1\n  2\n");  // np.savetxt(fmt="%3d")
  EXPECT_THAT(read().labels, ElementsAre(1, -1, 0));
  folder_.write("tiny_labels.txt", "4.0\n-1.0\n2.0\n");
  EXPECT_THAT(read().labels, ElementsAre(1, -1, 0));
  folder_.write("tiny_labels.txt", "4\r\n-1\r\n2\r\n");
  EXPECT_THAT(read().labels, ElementsAre(1, -1, 0));
  EXPECT_THAT(read().class_names, ElementsAre("2", "4"));
}

TEST_F(MatrixMarketGraph, ReadsLabelsFromTablesWithOrWithoutHeader) {
  for (const char* text : {"label\ncat\n-1\nape\n", "kind\ncat\n-1\nape\n", "cat\n-1\nape\n",
                           "x,label\n1,cat\n2,\n3,ape\n"}) {
    folder_.write("tiny_labels.csv", text);
    EXPECT_THAT(read().labels, ElementsAre(1, -1, 0)) << text;
  }
  folder_.write("tiny_labels.csv", "x,kind\n1,cat\n2,\n3,ape\n");
  expect_refused({"tiny_labels.csv:1: ", "no column 'label'"});
}

TEST_F(MatrixMarketGraph, ReadsLabelsFromArrays) {
  folder_.write("tiny_labels.npy", npy_labels({1, -1, 0}));
  EXPECT_THAT(read().labels, ElementsAre(1, -1, 0));
  EXPECT_THAT(read().class_names, IsEmpty());
  folder_.write("tiny_labels.npy", npy_array("|S1", "(3,)", "bab"));
  EXPECT_THAT(read().labels, ElementsAre(1, 0, 1));
  EXPECT_THAT(read().class_names, ElementsAre("a", "b"));
}

TEST_F(MatrixMarketGraph, ReadsSparseFeatures) {
  folder_.write("tiny_features.mtx",
                "%%MatrixMarket matrix coordinate real general\n3 2 3\n3 2 7\n1 2 5\n3 1 6\n");
  const RawDataset data = read();
  const auto& features = std::get<SparseFeatures>(data.features);
  EXPECT_THAT(features.offsets, ElementsAre(0, 1, 1, 3));
  EXPECT_THAT(features.column_indices, ElementsAre(1, 0, 1));
  EXPECT_THAT(features.values, ElementsAre(5, 6, 7));
}

TEST_F(MatrixMarketGraph, ReadsDenseFeatures) {
  folder_.write("tiny_features.mtx",
                "%%MatrixMarket matrix array real general\n3 2\n1\n2\n3\n4\n5\n6\n");
  EXPECT_THAT(std::get<DenseFeatures>(read().features).values, ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST_F(MatrixMarketGraph, ReadsNamedSideFilesInsteadOfThoseBesideIt) {
  folder_.write("tiny_labels.txt", "broken");
  source_.labels_file = folder_.write("other.txt", "0\n1\n0\n");
  source_.features_file = folder_.write("other.npz", ScipyCsr().bytes());
  const RawDataset data = read();
  EXPECT_THAT(data.labels, ElementsAre(0, 1, 0));
  EXPECT_EQ(feature_columns(data.features), 2);
}

TEST_F(MatrixMarketGraph, TakesANodeTableInTheOrderOfTheMatrix) {
  source_.nodes_file = folder_.write("nodes.csv", "id,label,age\nann,x,1\nbob,y,2\ncy,x,3\n");
  const RawDataset data = read();
  EXPECT_THAT(data.node_ids, ElementsAre("ann", "bob", "cy"));
  EXPECT_THAT(data.labels, ElementsAre(0, 1, 0));
  EXPECT_THAT(std::get<DenseFeatures>(data.features).values, ElementsAre(1, 2, 3));
  source_.labels_file = folder_.write("l.txt", "0\n1\n0\n");
  expect_error(ErrorKind::kUsage, {"node table", "side files"}, [&] { read(); });
}

TEST_F(MatrixMarketGraph, ReportsCountsThatDisagree) {
  folder_.write("tiny_labels.txt", "0\n1\n");
  expect_refused({"tiny_labels.txt: has 2 labels", "3 nodes"});
  folder_.write("tiny_labels.txt", "0\n1\n0\n");
  folder_.write("tiny_features.npy", npy_floats({1, 2}, {2, 1}));
  expect_refused({"tiny_features.npy: has 2 nodes", "tiny.mtx has 3"});
  source_.nodes_file = folder_.write("nodes.csv", "id\na\nb\n");
  expect_refused({"nodes.csv: has 2 nodes", "tiny.mtx has 3"});
}

TEST_F(MatrixMarketGraph, ReportsBadSideFiles) {
  folder_.write("tiny_labels.txt", "0\n-2\n1\n");
  expect_refused({"tiny_labels.txt:2", "-2 is negative"});
  folder_.write("tiny_labels.npy", npy_labels({0, 1, 0}));
  expect_refused({"tiny_labels.npy", "also tiny_labels.txt"});
  source_.labels_file = folder_.write("labels.xls", "");
  expect_refused({"labels.xls", "no label file"});
  source_.labels_file = folder_.write("labels.txt", "0\n1\n1\n");
  source_.features_file = folder_.write("features.xls", "");
  expect_refused({"features.xls", "no feature file"});
  source_.features_file = folder_.write("f.mtx", kPath);
  expect_refused({"f.mtx", "symmetric"});
}

TEST_F(MatrixMarketGraph, ReportsMatricesThatAreNoGraph) {
  folder_.write("tiny.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 4 1\n1 2\n");
  expect_refused({"tiny.mtx: ", "3 x 4, not square"});
  folder_.write("tiny.mtx", "%%MatrixMarket matrix array real general\n1 1\n1\n");
  expect_refused({"tiny.mtx:1: ", "coordinate"});
  folder_.write("tiny.mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n");
  expect_refused({"tiny.mtx: ", "no nodes"});
}

}  // namespace
}  // namespace disgnn::testing
