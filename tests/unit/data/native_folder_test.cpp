#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "disgnn/data/reader.h"
#include "native_files.h"
#include "npy_bytes.h"
#include "sources.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A folder with the path 0 - 1 - 2 and the labels 0, 1, unlabelled.
class NativeFolder : public ::testing::Test {
 protected:
  NativeFolder() {
    write("edges.npy", npy_edges({0, 1, 1, 2}));
    write("labels.npy", npy_labels({0, 1, -1}));
  }
  void write(const std::string& name, const std::string& bytes) {
    folder_.write("tiny/" + name, bytes);
  }
  void remove(const std::string& name) { std::filesystem::remove(path() / name); }
  [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "tiny"; }
  RawDataset read() const { return read_dataset(at_path(path().string())); }
  void expect_refused(const std::vector<std::string>& parts) const {
    expect_input_error(parts, [&] { read(); });
  }

  TemporaryFolder folder_;
};

TEST_F(NativeFolder, ReadsEdgesAndLabels) {
  const RawDataset data = read();
  EXPECT_EQ(data.name, "tiny");
  EXPECT_EQ(data.nodes, 3);
  EXPECT_FALSE(data.directed);
  EXPECT_THAT(data.pairs, ElementsAre(NodePair{0, 1}, NodePair{1, 2}));
  EXPECT_THAT(data.labels, ElementsAre(0, 1, -1));
  EXPECT_FALSE(has_features(data.features));
  EXPECT_THAT(data.public_splits, IsEmpty());
  EXPECT_THAT(data.relations, IsEmpty());
  EXPECT_THAT(data.node_ids, IsEmpty());
}

TEST_F(NativeFolder, IsNamedAfterItsFolderHoweverThePathIsWritten) {
  EXPECT_EQ(read_dataset(at_path(path().string() + "/")).name, "tiny");
  EXPECT_EQ(read_dataset(at_path((path() / "." / "").string())).name, "tiny");
}

TEST_F(NativeFolder, ReadsNameDirectionAndRelationNamesFromMeta) {
  write("meta.json", R"({"name": "path", "directed": true, "nodes": 3, "relation_names": ["x", "y"],
                         "notes": ["ignored"]})");
  write("relations.npy", npy_labels({1, -1}));
  const RawDataset data = read();
  EXPECT_EQ(data.name, "path");
  EXPECT_TRUE(data.directed);
  EXPECT_THAT(data.relations, ElementsAre(1, -1));
  EXPECT_THAT(data.relation_names, ElementsAre("x", "y"));
}

TEST_F(NativeFolder, KeepsDirectionOnRequest) {
  DataSource source = at_path(path());
  source.directed = true;
  EXPECT_TRUE(read_dataset(source).directed);
}

TEST_F(NativeFolder, ReadsDenseFeatures) {
  write("features.npy", npy_floats({1, 2, 3, 4, 5, 6}, {3, 2}));
  const RawDataset data = read();
  const auto& features = std::get<DenseFeatures>(data.features);
  EXPECT_EQ(features.rows, 3);
  EXPECT_EQ(features.columns, 2);
  EXPECT_THAT(features.values, ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST_F(NativeFolder, ReadsSparseFeatures) {
  write("features.npz", ScipyCsr().bytes());
  const RawDataset data = read();
  const auto& features = std::get<SparseFeatures>(data.features);
  EXPECT_EQ(features.rows, 3);
  EXPECT_EQ(features.columns, 2);
  EXPECT_THAT(features.offsets, ElementsAre(0, 1, 1, 3));
  EXPECT_THAT(features.column_indices, ElementsAre(1, 0, 1));
  EXPECT_THAT(features.values, ElementsAre(5, 6, 7));
}

TEST_F(NativeFolder, SortsSparseColumnsAndAddsUpRepeatedOnes) {
  ScipyCsr csr;
  csr.offsets = {0, 1, 1, 4};
  csr.columns = {1, 1, 0, 1};
  csr.values = {5, 1, 6, 2};
  write("features.npz", csr.bytes());
  const RawDataset data = read();
  const auto& features = std::get<SparseFeatures>(data.features);
  EXPECT_THAT(features.offsets, ElementsAre(0, 1, 1, 3));
  EXPECT_THAT(features.column_indices, ElementsAre(1, 0, 1));
  EXPECT_THAT(features.values, ElementsAre(5, 6, 3));
}

TEST_F(NativeFolder, ReadsIdsAndClassNames) {
  write("ids.csv", "id\nann\n\"b,c\"\ndan\n");
  write("classes.csv", "class\ncat\ndog\n");
  const RawDataset data = read();
  EXPECT_THAT(data.node_ids, ElementsAre("ann", "b,c", "dan"));
  EXPECT_THAT(data.class_names, ElementsAre("cat", "dog"));
}

TEST_F(NativeFolder, ForgetsIdsThatOnlyCount) {
  write("ids.csv", "id\n0\n1\n2\n");
  EXPECT_THAT(read().node_ids, IsEmpty());
}

TEST_F(NativeFolder, ReadsOneMaskPerRole) {
  const std::vector<NpzMember> members{{"train_mask", npy_mask({1, 0, 0}, {3})},
                                       {"val_mask", npy_mask({0, 1, 0}, {3})},
                                       {"test_mask", npy_mask({0, 0, 1}, {3})}};
  write("splits.npz", encode_npz(members));
  EXPECT_THAT(read().public_splits,
              ElementsAre(ElementsAre(Role::kTrain, Role::kValidation, Role::kTest)));
}

TEST_F(NativeFolder, ReadsSeveralSplitsOneOfThemPerRow) {
  const std::vector<NpzMember> members{{"train_masks", npy_mask({1, 0, 0, 0, 1, 0}, {2, 3})},
                                       {"val_masks", npy_mask({0, 0, 0, 1, 0, 0}, {2, 3})},
                                       {"test_masks", npy_mask({0, 1, 0, 0, 0, 1}, {2, 3})}};
  write("splits.npz", encode_npz(members));
  EXPECT_THAT(read().public_splits,
              ElementsAre(ElementsAre(Role::kTrain, Role::kTest, Role::kNone),
                          ElementsAre(Role::kValidation, Role::kTrain, Role::kTest)));
}

TEST_F(NativeFolder, ReadsTaggedSplitsWithoutValidation) {
  const std::vector<NpzMember> members{{"train20_mask", npy_mask({1, 0, 0}, {3})},
                                       {"test20_mask", npy_mask({0, 0, 1}, {3})},
                                       {"train40_mask", npy_mask({1, 1, 0}, {3})},
                                       {"test40_mask", npy_mask({0, 0, 1}, {3})}};
  write("splits.npz", encode_npz(members));
  EXPECT_THAT(read().public_splits,
              ElementsAre(ElementsAre(Role::kTrain, Role::kNone, Role::kTest),
                          ElementsAre(Role::kTrain, Role::kTrain, Role::kTest)));
}

TEST_F(NativeFolder, NeverEvaluatesOnTrainingNodesOfOverlappingMasks) {
  const std::vector<NpzMember> members{{"train_mask", npy_mask({1, 0, 0}, {3})},
                                       {"val_mask", npy_mask({1, 1, 0}, {3})},
                                       {"test_mask", npy_mask({1, 1, 1}, {3})}};
  write("splits.npz", encode_npz(members));
  const RawDataset data = read();
  EXPECT_THAT(data.public_splits,
              ElementsAre(ElementsAre(Role::kTrain, Role::kValidation, Role::kTest)));
  EXPECT_THAT(data.warnings, ElementsAre(HasSubstr("splits.npz(val_mask): 1 nodes are left out"),
                                         HasSubstr("splits.npz(test_mask): 2 nodes")));
}

TEST_F(NativeFolder, TakesTheNodeCountFromFeaturesOrMetaWithoutLabels) {
  remove("labels.npy");
  write("features.npy", npy_floats({1, 2, 3, 4}, {4, 1}));
  EXPECT_EQ(read().nodes, 4);
  EXPECT_THAT(read().labels, IsEmpty());
  remove("features.npy");
  write("meta.json", R"({"nodes": 7})");
  EXPECT_EQ(read().nodes, 7);
}

TEST_F(NativeFolder, IgnoresOtherFiles) {
  write("edges_actor.npy", "anything");
  EXPECT_EQ(read().nodes, 3);
}

TEST_F(NativeFolder, ReportsAnUnknownNodeCount) {
  remove("labels.npy");
  expect_refused({"tiny: ", "number of nodes", "meta.json"});
}

TEST_F(NativeFolder, ReportsNodeCountsThatDisagreeNamingBothFiles) {
  write("features.npy", npy_floats({1, 2}, {2, 1}));
  expect_refused({"features.npy: has 2 nodes", "labels.npy has 3"});
  remove("features.npy");
  write("ids.csv", "id\na\nb\n");
  expect_refused({"ids.csv: has 2 nodes", "labels.npy has 3"});
  remove("ids.csv");
  write("meta.json", R"({"nodes": 4})");
  expect_refused({"labels.npy: has 3 nodes", "meta.json has 4"});
}

TEST_F(NativeFolder, ReportsAGraphWithoutNodes) {
  write("labels.npy", npy_labels({}));
  expect_refused({"labels.npy: has no nodes"});
}

TEST_F(NativeFolder, ReportsNodeCountsBeyond32Bits) {
  remove("labels.npy");
  write("meta.json", R"({"nodes": 2147483648})");
  expect_refused({"meta.json: ", "2147483648", "32 bits"});
}

TEST_F(NativeFolder, ReportsEdgesOutsideTheGraph) {
  write("edges.npy", npy_edges({0, 1, 1, 3}));
  expect_refused({"edges.npy: row 1 ", "node index 3 is outside 0 .. 2"});
  write("edges.npy", npy_edges({0, 1, -1, 2}));
  expect_refused({"edges.npy: row 1 ", "node index -1"});
  write("edges.npy", npy_edges({4294967296, 1}));
  expect_refused({"edges.npy: row 0 ", "node index 4294967296"});
}

TEST_F(NativeFolder, ReportsEdgesOfTheWrongShapeOrType) {
  write("edges.npy", npy_int64({0, 1, 2}, {1, 3}));
  expect_refused({"edges.npy: ", "shape [1, 3]", "[count, 2]"});
  write("edges.npy", npy_floats({0, 1}, {1, 2}));
  expect_refused({"edges.npy: ", "floating-point"});
}

TEST_F(NativeFolder, ReportsLabelsBelowMinusOneAndBeyondReason) {
  write("labels.npy", npy_labels({0, -2, 1}));
  expect_refused({"labels.npy: row 1 ", "label -2"});
  write("labels.npy", npy_labels({0, 1, 1000000000000}));
  expect_refused({"labels.npy: row 2 ", "label 1000000000000"});
  write("labels.npy", npy_int64({0, 1, 0}, {3, 1}));
  expect_refused({"labels.npy: ", "shape [3, 1]"});
}

TEST_F(NativeFolder, ReportsObjectArraysWithTheRemedy) {
  write("labels.npy", npy_array("|O", "(3,)", "\x80\x04N."));
  expect_refused({"labels.npy: ", "pickle", "allow_pickle=False"});
}

TEST_F(NativeFolder, ReportsTruncatedArrays) {
  write("edges.npy", npy_edges({0, 1, 1, 2}).substr(0, 150));
  expect_refused({"edges.npy: is cut short"});
}

TEST_F(NativeFolder, ReportsFeaturesThatAreNotFinite) {
  write("features.npy",
        npy_floats({1, 2, 3, std::numeric_limits<float>::quiet_NaN(), 5, 6}, {3, 2}));
  expect_refused({"features.npy: row 1, column 1 ", "nan"});
  remove("features.npy");
  ScipyCsr csr;
  csr.values[1] = std::numeric_limits<float>::infinity();
  write("features.npz", csr.bytes());
  expect_refused({"features.npz: row 2, column 0 ", "inf"});
}

TEST_F(NativeFolder, ReportsFeaturesOfTheWrongShape) {
  write("features.npy", npy_floats({1, 2, 3}, {3}));
  expect_refused({"features.npy: ", "shape [3]"});
  write("features.npy", npy_floats({}, {3, 0}));
  expect_refused({"features.npy: ", "shape [3, 0]"});
}

TEST_F(NativeFolder, ReportsTwoFeatureFiles) {
  write("features.npy", npy_floats({1, 2, 3}, {3, 1}));
  write("features.npz", ScipyCsr().bytes());
  expect_refused({"tiny: ", "both features.npy and features.npz"});
}

TEST_F(NativeFolder, ReportsBrokenSparseMatrices) {
  const auto expect_broken = [&](auto change, const std::vector<std::string>& parts) {
    ScipyCsr csr;
    change(csr);
    write("features.npz", csr.bytes());
    expect_refused(parts);
  };
  expect_broken([](ScipyCsr& csr) { csr.format = "csc"; }, {"'csc'", "tocsr()"});
  expect_broken([](ScipyCsr& csr) { csr.shape = {3, 2, 1}; }, {"two numbers"});
  expect_broken([](ScipyCsr& csr) { csr.shape = {-1, 2}; }, {"[-1, 2]"});
  expect_broken([](ScipyCsr& csr) { csr.shape = {4, 2}; }, {"indptr"});
  expect_broken([](ScipyCsr& csr) { csr.offsets = {0, 2, 1, 3}; }, {"indptr"});
  expect_broken([](ScipyCsr& csr) { csr.offsets = {1, 1, 1, 3}; }, {"indptr"});
  expect_broken([](ScipyCsr& csr) { csr.offsets = {0, 1, 1, 4}; }, {"indptr"});
  expect_broken([](ScipyCsr& csr) { csr.offsets = {}; }, {"indptr"});
  expect_broken([](ScipyCsr& csr) { csr.columns[2] = 2; }, {"row 2 ", "column index 2"});
  expect_broken([](ScipyCsr& csr) { csr.columns[0] = -1; }, {"row 0 ", "column index -1"});
  expect_broken([](ScipyCsr& csr) { csr.values.pop_back(); }, {"2 values but 3"});
}

TEST_F(NativeFolder, ReportsBrokenSplits) {
  const auto expect_broken = [&](const std::vector<NpzMember>& members,
                                 const std::vector<std::string>& parts) {
    write("splits.npz", encode_npz(members));
    expect_refused(parts);
  };
  expect_broken({{"train_mask", npy_mask({1, 0}, {2})}}, {"splits.npz(train_mask)", "shape [2]"});
  expect_broken({{"train_masks", npy_mask({1, 0, 0, 0, 0, 0}, {2, 3})},
                 {"test_masks", npy_mask({0, 0, 1}, {1, 3})}},
                {"splits.npz(test_masks)", "2 splits"});
  expect_broken({{"train_mask", npy_labels({0, 2, 0})}}, {"node 1 of split 0 is 2"});
  expect_broken({{"other", npy_labels({0})}}, {"splits.npz: ", "no member train_mask"});
  write("splits.npz", "no zip");
  expect_refused({"splits.npz: ", "not a readable .npz"});
}

TEST_F(NativeFolder, ReportsRelationsThatDoNotFit) {
  write("relations.npy", npy_labels({0}));
  expect_refused({"relations.npy: has 1 relations", "edges.npy has 2 edges"});
  write("relations.npy", npy_labels({0, 2}));
  write("meta.json", R"({"relation_names": ["x", "y"]})");
  expect_refused({"relations.npy: row 1 ", "meta.json holds only 2 names"});
}

TEST_F(NativeFolder, ReadsMemberships) {
  write("memberships.npy",
        encode_npy(std::span<const std::int64_t>(std::array<std::int64_t, 6>{0, 1, 1, 2, -1, 0}),
                   {2, 3}));
  EXPECT_THAT(read().memberships, ElementsAre(ElementsAre(0, 1, 1), ElementsAre(2, -1, 0)));
}

TEST_F(NativeFolder, ReportsMembershipsThatDoNotFit) {
  write("memberships.npy", npy_labels({0, 1, 0}));
  expect_refused({"memberships.npy: has shape [3]", "[relations, 3]"});
  const std::array<std::int64_t, 6> groups{0, 1, 1, 2, -2, 0};
  write("memberships.npy", encode_npy(std::span<const std::int64_t>(groups), {2, 3}));
  expect_refused({"memberships.npy: row 4 ", "group -2 is outside"});
  write("memberships.npy", encode_npy(std::span<const std::int64_t>(groups).first(3), {1, 3}));
  write("relations.npy", npy_labels({0, 1}));
  write("meta.json", R"({"relation_names": ["x", "y"]})");
  expect_refused({"memberships.npy: has 1 relations, but meta.json names 2"});
}

TEST_F(NativeFolder, ReportsBrokenSideTables) {
  write("classes.csv", "class\ncat\n");
  expect_refused({"labels.npy: row 1 ", "classes.csv holds only 1 names"});
  remove("classes.csv");
  write("ids.csv", "id\na\nb\na\n");
  expect_refused({"ids.csv: ", "'a' occurs twice"});
  write("ids.csv", "name\na\nb\nc\n");
  expect_refused({"ids.csv:1: ", "named 'id'"});
}

TEST_F(NativeFolder, ReportsBrokenMeta) {
  write("meta.json", "{");
  expect_refused({"meta.json: cannot be understood"});
  write("meta.json", R"({"name": 5})");
  expect_refused({"meta.json: cannot be understood"});
  write("meta.json", "[1]");
  expect_refused({"meta.json: cannot be understood"});
}

TEST_F(NativeFolder, RefusesSideFilesOfOtherFormats) {
  DataSource source = at_path(path());
  source.labels_file = (path() / "labels.npy").string();
  expect_error(ErrorKind::kUsage, {"native folder"}, [&] { read_dataset(source); });
}

}  // namespace
}  // namespace disgnn::testing
