#include "disgnn/data/native_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <set>

#include "disgnn/data/npz.h"
#include "disgnn/data/reader.h"
#include "sources.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

/// Everything a native folder can hold, on four nodes.
RawDataset full_dataset() {
  RawDataset data;
  data.name = "full";
  data.nodes = 4;
  data.pairs = {{2, 3}, {0, 1}, {0, 2}};
  data.relations = {1, -1, 0};
  data.relation_names = {"club", "d\xc3\xa9partement"};
  data.memberships = {{0, 0, 1, -1}, {2, 1, 0, 2}};
  data.features = SparseFeatures{4, 3, {0, 2, 2, 3, 3}, {0, 2, 1}, {1.5F, -2, 3}};
  data.labels = {1, 0, -1, 1};
  data.class_names = {"a,b", "c \"d\""};
  data.node_ids = {"ann", " bob", "c\ny", "4"};
  data.public_splits = {{Role::kTrain, Role::kValidation, Role::kNone, Role::kTest},
                        {Role::kTest, Role::kTrain, Role::kNone, Role::kTrain}};
  return data;
}

void expect_equal(const RawDataset& found, const RawDataset& expected) {
  EXPECT_EQ(found.name, expected.name);
  EXPECT_EQ(found.nodes, expected.nodes);
  EXPECT_EQ(found.directed, expected.directed);
  EXPECT_EQ(found.pairs, expected.pairs);
  EXPECT_EQ(found.relations, expected.relations);
  EXPECT_EQ(found.relation_names, expected.relation_names);
  EXPECT_EQ(found.memberships, expected.memberships);
  EXPECT_EQ(found.labels, expected.labels);
  EXPECT_EQ(found.class_names, expected.class_names);
  EXPECT_EQ(found.node_ids, expected.node_ids);
  EXPECT_EQ(found.public_splits, expected.public_splits);
  ASSERT_EQ(found.features.index(), expected.features.index());
  if (const auto* dense = std::get_if<DenseFeatures>(&expected.features)) {
    const auto& other = std::get<DenseFeatures>(found.features);
    EXPECT_EQ(other.rows, dense->rows);
    EXPECT_EQ(other.columns, dense->columns);
    EXPECT_EQ(other.values, dense->values);
  } else if (const auto* sparse = std::get_if<SparseFeatures>(&expected.features)) {
    const auto& other = std::get<SparseFeatures>(found.features);
    EXPECT_EQ(other.rows, sparse->rows);
    EXPECT_EQ(other.columns, sparse->columns);
    EXPECT_EQ(other.offsets, sparse->offsets);
    EXPECT_EQ(other.column_indices, sparse->column_indices);
    EXPECT_EQ(other.values, sparse->values);
  }
}

class NativeWriter : public ::testing::Test {
 protected:
  RawDataset written_and_read(const RawDataset& data) {
    write_native_dataset(data, target(), Overwrite::kReplace);
    return read_dataset(at_path(target().string()));
  }
  [[nodiscard]] fs::path target() const { return folder_.path() / "new" / "graph"; }

  TemporaryFolder folder_;
};

TEST_F(NativeWriter, WritesWhatTheReaderReads) {
  expect_equal(written_and_read(full_dataset()), full_dataset());
}

TEST_F(NativeWriter, WritesDirectedGraphsWithDenseFeatures) {
  RawDataset data = full_dataset();
  data.directed = true;
  data.pairs = {{1, 0}, {0, 1}, {3, 2}};
  data.features = DenseFeatures{4, 2, {1, 2, 3, 4, 5, 6, 7, 8}};
  expect_equal(written_and_read(data), data);
}

TEST_F(NativeWriter, WritesGraphsWithNodesOnly) {
  RawDataset data;
  data.name = "bare";
  data.nodes = 2;
  expect_equal(written_and_read(data), data);
}

TEST_F(NativeWriter, NormalisesUndirectedPairsAndKeepsRelationsAligned) {
  RawDataset data = full_dataset();
  data.pairs = {{3, 2}, {1, 1}, {0, 1}, {2, 3}, {1, 0}, {0, 3}};
  data.relations = {0, 1, -1, 1, 0, 1};
  const RawDataset found = written_and_read(data);
  EXPECT_THAT(found.pairs, ElementsAre(NodePair{2, 3}, NodePair{0, 1}, NodePair{0, 3}));
  EXPECT_THAT(found.relations, ElementsAre(0, -1, 1));
}

TEST_F(NativeWriter, WritesArraysInTheDocumentedTypes) {
  write_native_dataset(full_dataset(), target());
  const auto array = [&](const char* name) {
    std::ifstream stream(target() / name, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    return parse_npy(bytes, name);
  };
  EXPECT_THAT(array("edges.npy").shape(), ElementsAre(3, 2));
  EXPECT_THAT(array("labels.npy").shape(), ElementsAre(4));
  EXPECT_THAT(array("relations.npy").shape(), ElementsAre(3));
  const NpzFile splits(target() / "splits.npz");
  EXPECT_THAT(splits.names(), ElementsAre("train_masks", "val_masks", "test_masks"));
  EXPECT_EQ(splits.read("val_masks").kind(), NpyKind::kBool);
  EXPECT_THAT(splits.read("val_masks").shape(), ElementsAre(2, 4));
}

TEST_F(NativeWriter, LeavesNothingBesideTheFolder) {
  write_native_dataset(full_dataset(), target());
  write_native_dataset(full_dataset(), target(), Overwrite::kReplace);
  EXPECT_EQ(std::distance(fs::directory_iterator(target().parent_path()), {}), 1);
}

TEST_F(NativeWriter, FillsAnEmptyFolder) {
  fs::create_directories(target());
  write_native_dataset(full_dataset(), target() / "");
  EXPECT_TRUE(fs::exists(target() / "edges.npy"));
}

TEST_F(NativeWriter, RefusesToReplaceUnlessAllowed) {
  write_native_dataset(full_dataset(), target());
  RawDataset other = full_dataset();
  other.name = "other";
  expect_error(ErrorKind::kUsage, {"graph", "not empty"},
               [&] { write_native_dataset(other, target()); });
  EXPECT_EQ(read_dataset(at_path(target().string())).name, "full");
  write_native_dataset(other, target(), Overwrite::kReplace);
  EXPECT_EQ(read_dataset(at_path(target().string())).name, "other");
}

TEST_F(NativeWriter, NeverReplacesAnythingButADataset) {
  folder_.write("new/graph/diary.txt", "dear diary");
  expect_error(ErrorKind::kUsage, {"not a dataset"},
               [&] { write_native_dataset(full_dataset(), target(), Overwrite::kReplace); });
  folder_.write("new/graph/edges.npy", "");
  expect_error(ErrorKind::kUsage, {"would delete 'diary.txt'"},
               [&] { write_native_dataset(full_dataset(), target(), Overwrite::kReplace); });
  EXPECT_TRUE(fs::exists(target() / "diary.txt"));
  folder_.write("new/file", "");
  expect_error(ErrorKind::kUsage, {"not a folder"}, [&] {
    write_native_dataset(full_dataset(), folder_.path() / "new/file", Overwrite::kReplace);
  });
}

TEST_F(NativeWriter, ReportsFoldersThatCannotBeMade) {
  const std::string file = folder_.write("file", "");
  expect_input_error({"cannot write"},
                     [&] { write_native_dataset(full_dataset(), fs::path(file) / "graph"); });
}

RC_GTEST_PROP(NativeWriterProperty, AnyGraphKeepsItsDistinctPairs, ()) {
  RawDataset data;
  data.name = "random";
  data.nodes = *rc::gen::inRange<NodeId>(1, 8);
  const auto node = rc::gen::inRange<NodeId>(0, data.nodes);
  const auto ends =
      *rc::gen::container<std::vector<std::pair<NodeId, NodeId>>>(rc::gen::pair(node, node));
  for (const auto& [u, v] : ends) data.pairs.push_back({u, v});
  const TemporaryFolder folder;
  write_native_dataset(data, folder.path() / "g");
  const RawDataset found = read_dataset(at_path((folder.path() / "g").string()));

  std::set<NodePair> expected;
  for (const auto& [u, v] : ends) {
    if (u != v) expected.insert({std::min(u, v), std::max(u, v)});
  }
  RC_ASSERT(std::set<NodePair>(found.pairs.begin(), found.pairs.end()) == expected);
  RC_ASSERT(found.pairs.size() == expected.size());
}

}  // namespace
}  // namespace disgnn::testing
