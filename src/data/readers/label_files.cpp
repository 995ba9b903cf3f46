#include "label_files.h"

#include <fmt/format.h>

#include "../csv_columns.h"
#include "array_tables.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/data/text_file.h"
#include "source_paths.h"

namespace disgnn {
namespace {

TextColumn column_of_lines(const std::filesystem::path& path) {
  TextColumn column{path.string(), 0, {}, {}};
  const std::string text = read_text_file(path);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string cell = text.substr(begin, end - begin);
    cell.erase(cell.find_last_not_of(" \t\r") + 1);
    cell.erase(0, cell.find_first_not_of(" \t"));
    column.cells.push_back(std::move(cell));
    column.lines.push_back(static_cast<std::int64_t>(column.lines.size()) + 1);
    begin = end + 1;
  }
  return column;
}

TextColumn column_of_table(const std::filesystem::path& path, const std::string& label_column,
                           NodeId nodes) {
  CsvReader table(path);
  TextColumn column{table.source(), 1, {}, {}};
  CsvRow row;
  if (!table.next(row)) return column;
  std::size_t which = 0;
  const bool named = find_column(row, label_column).has_value();
  if (named || row.cells.size() > 1) which = require_column(table, row, label_column);
  column.column = static_cast<std::int64_t>(which) + 1;
  if (const auto id = find_column(row, "id"); id && *id != which) {
    throw input_error(table.where(row, *id),
                      "labels go by the order of the rows, so their ids are of no use",
                      "remove the column 'id', or give the table with --nodes instead");
  }
  do {
    column.cells.push_back(std::move(row.cells[which]));
    column.lines.push_back(row.line);
  } while (table.next(row));
  // A single column under an unknown name has a header exactly if it is one row too long.
  if (named || column.cells.size() == static_cast<std::size_t>(nodes) + 1) {
    column.cells.erase(column.cells.begin());
    column.lines.erase(column.lines.begin());
  }
  return column;
}

Categories labels_of_array(const std::filesystem::path& path) {
  const NpyArray array = parse_npy(read_file(path), path.string());
  const bool text = array.kind() == NpyKind::kBytes || array.kind() == NpyKind::kUnicode;
  if (!text) return {codes_from_array(array, "label"), {}};
  return categorise(TextColumn{array.source(), 0, array.strings(), {}});
}

Categories labels_of_any_file(const std::filesystem::path& path, const std::string& label_column,
                              NodeId nodes) {
  if (has_extension(path, ".npy")) return labels_of_array(path);
  if (has_extension(path, ".csv") || has_extension(path, ".tsv")) {
    return categorise(column_of_table(path, label_column, nodes));
  }
  if (has_extension(path, ".txt")) return categorise(column_of_lines(path));
  throw input_error(Where{path.string()}, "is no label file that disgnn reads",
                    "use .txt (one label per line), .csv or .npy");
}

}  // namespace

Categories read_labels_file(const std::filesystem::path& path, const std::string& label_column,
                            NodeId nodes) {
  Categories labels = labels_of_any_file(path, label_column, nodes);
  if (labels.codes.size() == static_cast<std::size_t>(nodes)) return labels;
  throw input_error(
      Where{path.string()},
      fmt::format("has {} labels, but the graph has {} nodes", labels.codes.size(), nodes),
      "give one label per node, -1 for unlabelled ones");
}

}  // namespace disgnn
