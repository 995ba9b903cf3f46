#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "disgnn/data/reader.h"
#include "native_files.h"
#include "robustness.h"
#include "sources.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<NpzMember> three_nodes() {
  return {{"node_features", npy_floats({1, 2, 3, 4, 5, 6}, {3, 2})},
          {"node_labels", npy_labels({1, 0, 1})},
          {"edges", npy_edges({0, 1, 1, 2})}};
}

class HeterophilyNpz : public ::testing::Test {
 protected:
  RawDataset read() {
    return read_dataset(at_path(folder_.write("tiny.npz", encode_npz(members_))));
  }
  void expect_refused(const std::vector<std::string>& parts) {
    expect_input_error(parts, [&] { read(); });
  }

  TemporaryFolder folder_;
  std::vector<NpzMember> members_ = three_nodes();
};

TEST_F(HeterophilyNpz, ReadsFeaturesLabelsAndEdges) {
  const RawDataset data = read();
  EXPECT_EQ(data.name, "tiny");
  EXPECT_EQ(data.nodes, 3);
  EXPECT_THAT(data.labels, ElementsAre(1, 0, 1));
  EXPECT_THAT(data.pairs, ElementsAre(NodePair{0, 1}, NodePair{1, 2}));
  EXPECT_THAT(std::get<DenseFeatures>(data.features).values, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(data.public_splits, IsEmpty());
}

TEST_F(HeterophilyNpz, ReadsPublicSplits) {
  members_.push_back({"train_masks", npy_mask({1, 0, 0}, {1, 3})});
  members_.push_back({"val_masks", npy_mask({0, 1, 0}, {1, 3})});
  members_.push_back({"test_masks", npy_mask({0, 0, 1}, {1, 3})});
  EXPECT_THAT(read().public_splits,
              ElementsAre(ElementsAre(Role::kTrain, Role::kValidation, Role::kTest)));
}

TEST_F(HeterophilyNpz, ReportsMissingMembers) {
  members_.pop_back();
  expect_refused({"tiny.npz: ", "no member 'edges'", "node_features, node_labels"});
}

TEST_F(HeterophilyNpz, ReportsCountsThatDisagree) {
  members_[1].npy = npy_labels({1, 0});
  expect_refused({"tiny.npz(node_features): has 3 nodes", "tiny.npz(node_labels) has 2"});
}

TEST_F(HeterophilyNpz, ReportsBadIndicesAndValues) {
  members_[2].npy = npy_edges({0, 3});
  expect_refused({"tiny.npz(edges): row 0 ", "node index 3"});
  members_[2].npy = npy_edges({0, 1});
  members_[0].npy = npy_floats({1, 2, -std::numeric_limits<float>::infinity()}, {3, 1});
  expect_refused({"tiny.npz(node_features): row 2, column 0 ", "-inf"});
}

TEST_F(HeterophilyNpz, ReportsFilesThatAreNoArchive) {
  expect_input_error({"bad.npz", "not a readable .npz"},
                     [&] { read_dataset(at_path(folder_.write("bad.npz", "PK hello"))); });
}

RC_GTEST_PROP(HeterophilyNpzProperty, DamagedFilesAreReadOrReported, ()) {
  const TemporaryFolder folder;
  const std::string file = folder.write("tiny.npz", damaged_copy(encode_npz(three_nodes())));
  parses_or_reports([&] { read_dataset(at_path(file)); });
}

}  // namespace
}  // namespace disgnn::testing
