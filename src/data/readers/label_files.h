#pragma once

#include <filesystem>
#include <string>

#include "categories.h"
#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// One label per node, in the order of the nodes; the class names are the different labels.
/// By extension: .npy (integers, which keep their numbers, or strings), .csv or .tsv (the column
/// `label_column`, or the only one, with or without a header), .txt (one label per line). An empty
/// label and -1 mean unlabelled. Throws Error (kInput) when there is not one label per node.
Categories read_labels_file(const std::filesystem::path& path, const std::string& label_column,
                            NodeId nodes);

}  // namespace disgnn
