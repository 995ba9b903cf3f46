#pragma once

#include <memory>
#include <string>
#include <vector>

#include "disgnn/data/dataset.h"

namespace disgnn {

/// Where data comes from and how its tables are to be read.
struct DataSource {
  std::string path{};           ///< folder or file; empty when tables are named
  std::string nodes_file{};     ///< node table (CSV/TSV, may be gzipped)
  std::string edges_file{};     ///< edge table (CSV/TSV, may be gzipped) or .mtx
  std::string features_file{};  ///< side file of a MatrixMarket graph: .mtx, .npy, .npz
  std::string labels_file{};    ///< side file of a MatrixMarket graph: .txt, .csv, .npy
  std::string id_column{};      ///< default: "id" if there is one, else the first
  std::string label_column = "label";
  std::vector<std::string> ignored_columns{};
  /// The columns of a node table that are its features; empty: those that hold numbers and do not
  /// look like ids.
  std::vector<std::string> feature_columns{};
  /// A graph that is only predicted on need not have the label and ignored columns.
  bool columns_may_be_missing = false;
  bool directed = false;  ///< keep the direction of the edges
};

/// Reads one format. A new format is one file plus one line in the registry (src/data/reader.cpp).
class DatasetReader {
 public:
  virtual ~DatasetReader() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  /// What the format looks like, for help texts.
  [[nodiscard]] virtual std::string description() const = 0;
  /// Cheap look at names and first bytes only.
  [[nodiscard]] virtual bool recognises(const DataSource& source) const = 0;
  /// Throws Error (kInput) with file, line and remedy.
  [[nodiscard]] virtual RawDataset read(const DataSource& source) const = 0;
};

/// All known readers, in the order in which they are asked.
const std::vector<std::unique_ptr<DatasetReader>>& dataset_readers();

/// Finds the reader that recognises the source and reads it.
RawDataset read_dataset(const DataSource& source);

}  // namespace disgnn
