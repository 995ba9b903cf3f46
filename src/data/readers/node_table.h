#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "disgnn/data/reader.h"

namespace disgnn {

/// The part of a dataset that a table of nodes gives, one node per row.
struct NodeTable {
  std::vector<std::string> ids;
  std::vector<std::int32_t> labels;  ///< empty when there is no label column
  std::vector<std::string> class_names;
  Features features;
  std::vector<std::string> feature_names;  ///< [columns of the features]
  std::vector<std::string> warnings;
};

/// Reads id and label columns as the source names them; every other numeric column is a feature.
/// Columns without a single number are left out with a warning; a column that mixes numbers with
/// anything else is an Error (kInput) at the first cell that is no finite number. O(file).
NodeTable read_node_table(const std::filesystem::path& path, const DataSource& source);

/// Hands the table's columns over to the dataset; ids that are the plain numbering are dropped.
void move_into(NodeTable&& table, RawDataset& data);

}  // namespace disgnn
