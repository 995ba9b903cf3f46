#include <string_view>

#include "disgnn/data/csv.h"

namespace disgnn {
namespace {

/// Whether the reader would take the bare cell for something else: all delimiters it may detect,
/// spaces it would trim, a byte order mark (0xEF) it would drop, and a lone empty cell, which would
/// be a blank line.
bool needs_quotes(std::string_view cell, bool alone) {
  if (cell.empty()) return alone;
  return cell.find_first_of(",;\t\"\r\n") != std::string_view::npos || cell.front() == ' ' ||
         cell.back() == ' ' || cell.front() == '\xef';
}

void append_quoted(std::string_view cell, std::string& line) {
  line += '"';
  for (const char c : cell) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

}  // namespace

std::string csv_row(std::span<const std::string> cells) {
  std::string line;
  bool first = true;
  for (const std::string& cell : cells) {
    if (!first) line += ',';
    first = false;
    if (needs_quotes(cell, cells.size() == 1)) {
      append_quoted(cell, line);
    } else {
      line += cell;
    }
  }
  return line + '\n';
}

}  // namespace disgnn
