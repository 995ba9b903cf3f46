#include "disgnn/data/reader.h"

#include <fmt/format.h>

#include <filesystem>

#include "disgnn/core/error.h"
#include "readers/heterophily_npz.h"
#include "readers/matrix_market_graph.h"
#include "readers/native_folder.h"
#include "readers/tables.h"

namespace disgnn {
namespace {

std::vector<std::unique_ptr<DatasetReader>> all_readers() {
  std::vector<std::unique_ptr<DatasetReader>> readers;
  readers.push_back(std::make_unique<NativeFolderReader>());
  readers.push_back(std::make_unique<MatrixMarketReader>());
  readers.push_back(std::make_unique<HeterophilyNpzReader>());
  readers.push_back(std::make_unique<TablesReader>());
  return readers;
}

void check_exists(const std::string& path) {
  std::error_code failure;
  if (path.empty() || std::filesystem::exists(path, failure)) return;
  throw input_error(Where{path}, failure ? failure.message() : "no such file or folder",
                    "check the path");
}

void check_source(const DataSource& source) {
  if (!source.path.empty() && !source.edges_file.empty()) {
    throw usage_error(
        fmt::format("both {} and the edges {} are named", source.path, source.edges_file),
        "name only one of them");
  }
  for (const std::string& path : {source.path, source.nodes_file, source.edges_file,
                                  source.features_file, source.labels_file}) {
    check_exists(path);
  }
}

Error not_recognised(const DataSource& source) {
  std::string formats;
  for (const auto& reader : dataset_readers()) {
    formats += fmt::format("\n  {}: {}", reader->name(), reader->description());
  }
  if (source.path.empty()) return usage_error("no data is named", "give one of:" + formats);
  return input_error(Where{source.path}, "is in no format that disgnn reads",
                     "give one of:" + formats);
}

}  // namespace

const std::vector<std::unique_ptr<DatasetReader>>& dataset_readers() {
  static const std::vector<std::unique_ptr<DatasetReader>> readers = all_readers();
  return readers;
}

RawDataset read_dataset(const DataSource& source) {
  check_source(source);
  for (const auto& reader : dataset_readers()) {
    if (reader->recognises(source)) return reader->read(source);
  }
  throw not_recognised(source);
}

}  // namespace disgnn
