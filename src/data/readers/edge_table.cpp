#include "edge_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <optional>

#include "../csv_columns.h"
#include "categories.h"
#include "disgnn/core/error.h"

namespace disgnn {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kEndNames{
    {{"source", "target"}, {"src", "dst"}, {"from", "to"}}};

class EdgeTableReader {
 public:
  EdgeTableReader(const std::filesystem::path& path, const NodeIdIndex& nodes)
      : table_(path), nodes_(nodes) {
    relations_.source = table_.source();
  }

  EdgeTable read() {
    CsvRow row;
    if (!table_.next(row)) {
      throw input_error(Where{table_.source()}, "is empty", "begin it with the line source,target");
    }
    if (row.cells.size() < 2) {
      throw input_error(Where{table_.source(), row.line}, "an edge table needs two columns",
                        "give a source and a target for every edge");
    }
    if (!read_as_header(row)) add_edge(row);
    while (table_.next(row)) add_edge(row);
    if (relation_column_) {
      Categories relations = categorise(relations_, "noise");
      result_.relations = std::move(relations.codes);
      result_.relation_names = std::move(relations.names);
    }
    return std::move(result_);
  }

 private:
  /// False when the row is an edge: then the table has no header.
  bool read_as_header(const CsvRow& row) {
    bool named = false;
    for (const auto& [source, target] : kEndNames) {
      const auto from = find_column(row, source);
      const auto to = find_column(row, target);
      if (!from || !to) continue;
      source_column_ = *from;
      target_column_ = *to;
      named = true;
      break;
    }
    // One known id is enough: the other one is then a mistake that must be told.
    if (!named && (nodes_.find(row.cells[0]) || nodes_.find(row.cells[1]))) return false;
    if (!named) {
      result_.warnings.push_back(
          fmt::format("{}: the first line ('{}') holds no known node id and is taken for a header; "
                      "its first two columns are read as source and target",
                      table_.source(), fmt::join(row.cells, ",")));
    }
    relation_column_ = find_column(row, "relation");
    if (relation_column_ == source_column_ || relation_column_ == target_column_) {
      relation_column_.reset();
    }
    relations_.column = static_cast<std::int64_t>(relation_column_.value_or(0)) + 1;
    warn_of_unused_columns(row);
    return true;
  }

  void warn_of_unused_columns(const CsvRow& header) {
    std::vector<std::string> unused;
    for (std::size_t i = 0; i < header.cells.size(); ++i) {
      if (i == source_column_ || i == target_column_ || i == relation_column_) continue;
      unused.push_back(header.cells[i]);
    }
    if (unused.empty()) return;
    result_.warnings.push_back(
        fmt::format("{}: not used: {}", table_.source(), fmt::join(unused, ", ")));
  }

  void add_edge(CsvRow& row) {
    result_.pairs.push_back({node(row, source_column_), node(row, target_column_)});
    if (!relation_column_) return;
    relations_.cells.push_back(std::move(row.cells[*relation_column_]));
    relations_.lines.push_back(row.line);
  }

  NodeId node(const CsvRow& row, std::size_t column) const {
    const auto found = nodes_.find(row.cells[column]);
    if (found) return *found;
    throw input_error(table_.where(row, column),
                      fmt::format("unknown node id '{}'", row.cells[column]),
                      "add it to the node table or remove the edge");
  }

  CsvReader table_;
  const NodeIdIndex& nodes_;
  std::size_t source_column_ = 0;
  std::size_t target_column_ = 1;
  std::optional<std::size_t> relation_column_;
  TextColumn relations_;
  EdgeTable result_;
};

}  // namespace

EdgeTable read_edge_table(const std::filesystem::path& path, const NodeIdIndex& nodes) {
  return EdgeTableReader(path, nodes).read();
}

}  // namespace disgnn
