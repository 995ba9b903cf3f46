#include "disgnn/data/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "sources.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::testing {
namespace {

TEST(DatasetReaders, HaveDistinctNamesAndDescriptions) {
  std::set<std::string> names;
  for (const auto& reader : dataset_readers()) {
    EXPECT_TRUE(names.insert(reader->name()).second);
    EXPECT_FALSE(reader->description().empty());
    EXPECT_FALSE(reader->recognises({})) << reader->name();
  }
  EXPECT_EQ(names.size(), 4);
}

TEST(ReadDataset, ReportsMissingPaths) {
  expect_input_error({"no/such/graph", "no such file", "check the path"},
                     [] { read_dataset(at_path("no/such/graph")); });
  DataSource edges;
  edges.edges_file = "no/such.mtx";
  expect_input_error({"no/such.mtx"}, [&] { read_dataset(edges); });
}

TEST(ReadDataset, ListsTheFormatsWhenItRecognisesNone) {
  const TemporaryFolder folder;
  const std::vector<std::string> formats{"native", "tables", "matrix-market", "heterophily-npz"};
  expect_input_error(formats, [&] { read_dataset(at_path(folder.path().string())); });
  expect_input_error(formats,
                     [&] { read_dataset(at_path(folder.write("graph.xml", "<graph/>"))); });
  expect_error(ErrorKind::kUsage, formats, [] { read_dataset({}); });
}

TEST(ReadDataset, RefusesTwoSourcesAtOnce) {
  const TemporaryFolder folder;
  DataSource source;
  source.path = folder.path().string();
  source.edges_file = folder.write("edges.csv", "");
  expect_error(ErrorKind::kUsage, {"edges.csv", "only one"}, [&] { read_dataset(source); });
  folder.write("nodes.csv", "id\n");
  source.nodes_file = source.edges_file;
  source.edges_file.clear();
  expect_error(ErrorKind::kUsage, {"only one"}, [&] { read_dataset(source); });
}

}  // namespace
}  // namespace disgnn::testing
