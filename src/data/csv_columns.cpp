#include "csv_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace disgnn {

std::optional<std::size_t> find_column(const CsvRow& header, std::string_view name) {
  const auto found = std::find(header.cells.begin(), header.cells.end(), name);
  if (found == header.cells.end()) return std::nullopt;
  return found - header.cells.begin();
}

std::size_t require_column(const CsvReader& table, const CsvRow& header, std::string_view name) {
  const auto column = find_column(header, name);
  if (column) return *column;
  throw input_error(Where{table.source(), header.line}, fmt::format("has no column '{}'", name),
                    fmt::format("name one of: {}", fmt::join(header.cells, ", ")));
}

CsvRow read_header(CsvReader& table) {
  CsvRow header;
  if (!table.next(header)) {
    throw input_error(Where{table.source()}, "is empty", "begin it with a row of column names");
  }
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < header.cells.size(); ++i) {
    if (seen.insert(header.cells[i]).second) continue;
    throw input_error(table.where(header, i),
                      fmt::format("the column name '{}' occurs twice", header.cells[i]),
                      "give every column a name of its own");
  }
  return header;
}

std::vector<std::string> read_single_column(const std::filesystem::path& path,
                                            std::string_view name) {
  CsvReader table(path);
  const CsvRow header = read_header(table);
  if (header.cells.size() != 1 || header.cells[0] != name) {
    throw input_error(Where{table.source(), header.line},
                      fmt::format("expected a single column named '{}'", name),
                      "correct the first line");
  }
  std::vector<std::string> cells;
  for (CsvRow row; table.next(row);) cells.push_back(std::move(row.cells[0]));
  return cells;
}

}  // namespace disgnn
