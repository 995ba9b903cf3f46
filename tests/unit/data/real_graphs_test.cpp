#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>

#include "disgnn/data/dataset.h"
#include "disgnn/data/native_writer.h"
#include "disgnn/data/reader.h"
#include "sources.h"
#include "support/temporary_folder.h"

namespace disgnn::testing {
namespace {

struct Expected {
  const char* name;
  NodeId nodes;
  std::int64_t edges;
  std::int32_t classes;
  std::int64_t features;
  std::size_t splits;
  int unlabelled = 0;
};

void PrintTo(const Expected& expected, std::ostream* stream) {
  *stream << expected.name;
}

/// The counts published with the graphs. Entries are 2 * edges + nodes.
class RealGraph : public ::testing::TestWithParam<Expected> {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("DISGNN_DATA");
    if (folder == nullptr) {
      GTEST_SKIP() << "set DISGNN_DATA to the folder that holds cora and the other real graphs";
    }
    path_ = std::filesystem::path(folder) / GetParam().name;
    if (!std::filesystem::exists(path_)) GTEST_SKIP() << path_ << " is not there";
  }

  std::filesystem::path path_;
};

TEST_P(RealGraph, HasThePublishedCounts) {
  const Expected& expected = GetParam();
  const Dataset data = make_dataset(read_dataset(at_path(path_.string())));
  EXPECT_EQ(data.name, expected.name);
  EXPECT_EQ(data.nodes(), expected.nodes);
  EXPECT_EQ(data.graph.entries(), 2 * expected.edges + expected.nodes);
  EXPECT_EQ(data.counts.self_loops, 0);
  EXPECT_EQ(data.counts.repeated_pairs, 0);
  EXPECT_EQ(data.classes, expected.classes);
  EXPECT_EQ(feature_columns(data.features), expected.features);
  EXPECT_EQ(data.public_splits.size(), expected.splits);
  EXPECT_EQ(std::count(data.labels.begin(), data.labels.end(), -1), expected.unlabelled);
}

TEST_P(RealGraph, SurvivesWritingAndReading) {
  const RawDataset data = read_dataset(at_path(path_.string()));
  const TemporaryFolder folder;
  write_native_dataset(data, folder.path() / "copy");
  const RawDataset copy = read_dataset(at_path((folder.path() / "copy").string()));
  EXPECT_EQ(copy.pairs, data.pairs);
  EXPECT_EQ(copy.labels, data.labels);
  EXPECT_EQ(copy.public_splits, data.public_splits);
  EXPECT_EQ(feature_columns(copy.features), feature_columns(data.features));
}

INSTANTIATE_TEST_SUITE_P(All, RealGraph,
                         ::testing::Values(Expected{"cora", 2708, 5278, 7, 1433, 1},
                                           Expected{"imdb", 4780, 8119, 3, 1232, 0},
                                           Expected{"chameleon", 2277, 31371, 5, 2325, 10},
                                           Expected{"squirrel", 5201, 198353, 5, 2089, 10},
                                           Expected{"blogcatalog", 10312, 333983, 38, 0, 0},
                                           Expected{"cora_full", 19793, 63421, 70, 0, 3},
                                           Expected{"chameleon_filtered", 890, 8854, 5, 2325, 10},
                                           Expected{"squirrel_filtered", 2223, 46998, 5, 2089, 10},
                                           Expected{"citeseer", 3327, 4552, 6, 3703, 1, 15},
                                           Expected{"actor", 7600, 26659, 5, 932, 10},
                                           Expected{"minesweeper", 10000, 39402, 2, 7, 10},
                                           Expected{"texas", 183, 279, 5, 1703, 10}),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

}  // namespace
}  // namespace disgnn::testing
