#include <fmt/format.h>
#include <fmt/ranges.h>

#include "csv_columns.h"
#include "disgnn/core/error.h"
#include "disgnn/data/csv.h"
#include "disgnn/data/split.h"
#include "node_ids.h"

namespace disgnn {
namespace {

Role parse_role(const CsvReader& table, const CsvRow& row, std::size_t column) {
  const std::string& word = row.cells[column];
  if (word == "train") return Role::kTrain;
  if (word == "validation" || word == "val") return Role::kValidation;
  if (word == "test") return Role::kTest;
  throw input_error(table.where(row, column), fmt::format("'{}' is no part of a split", word),
                    "use train, validation (or val) or test, and leave out all other nodes");
}

}  // namespace

Split read_split_file(const std::filesystem::path& path, std::span<const std::string> node_ids,
                      NodeId nodes) {
  CsvReader table(path);
  const CsvRow header = read_header(table);
  const auto id_column = find_column(header, "id");
  const auto split_column = find_column(header, "split");
  if (!id_column || !split_column) {
    throw input_error(Where{table.source(), header.line},
                      "a split file needs the columns id, split",
                      fmt::format("begin it with a line that names them; its first line is '{}'",
                                  fmt::join(header.cells, ",")));
  }
  const NodeIdIndex index(node_ids, nodes);
  std::vector<Role> roles(nodes, Role::kNone);
  for (CsvRow row; table.next(row);) {
    const std::string& id = row.cells[*id_column];
    const auto node = index.find(id);
    if (!node) {
      throw input_error(table.where(row, *id_column), fmt::format("unknown node id '{}'", id),
                        "use the ids of the graph the split is for");
    }
    if (roles[*node] != Role::kNone) {
      throw input_error(table.where(row, *id_column), fmt::format("node id '{}' occurs twice", id),
                        "give every node one role only");
    }
    roles[*node] = parse_role(table, row, *split_column);
  }
  return Split(std::move(roles));
}

}  // namespace disgnn
