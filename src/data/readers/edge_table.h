#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "../node_ids.h"

namespace disgnn {

/// The part of a dataset that a table of edges gives, one edge per row.
struct EdgeTable {
  std::vector<NodePair> pairs;
  std::vector<std::int32_t> relations;  ///< empty when there is no relation column
  std::vector<std::string> relation_names;
  std::vector<std::string> warnings;
};

/// Reads the columns source and target (or src and dst, from and to, or the first two) and, if
/// there is one, `relation` ("noise", -1 or nothing = none). A first row that names no such
/// columns but holds a known id is an edge, not a header. Throws Error (kInput) at the first
/// unknown id.
EdgeTable read_edge_table(const std::filesystem::path& path, const NodeIdIndex& nodes);

}  // namespace disgnn
