#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "disgnn/data/csv.h"
#include "disgnn/data/text_file.h"

namespace disgnn {
namespace {

constexpr std::string_view kDelimiters = ",\t;";

/// The most frequent delimiter outside quotes in the first row; a comma when there is none.
char detect_delimiter(std::string_view text) {
  std::array<std::size_t, kDelimiters.size()> counts{};
  bool quoted = false;
  bool cell_begins = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"') continue;
      const bool doubled = i + 1 < text.size() && text[i + 1] == '"';
      if (doubled) ++i;
      quoted = doubled;
      continue;
    }
    if (c == '\n' || c == '\r') {
      if (cell_begins) continue;  // blank lines before the first row
      break;
    }
    const std::size_t which = kDelimiters.find(c);
    if (which != std::string_view::npos) ++counts[which];
    quoted = c == '"' && cell_begins;
    cell_begins = which != std::string_view::npos || (cell_begins && c == ' ');
  }
  return kDelimiters[std::max_element(counts.begin(), counts.end()) - counts.begin()];
}

}  // namespace

CsvReader::CsvReader(const std::filesystem::path& path)
    : CsvReader(read_text_file(path), path.string()) {}

CsvReader::CsvReader(std::string text, std::string source)
    : text_(std::move(text)), source_(std::move(source)), delimiter_(detect_delimiter(text_)) {}

bool CsvReader::at_line_end() const {
  return at_end() || text_[position_] == '\n' || text_[position_] == '\r';
}

void CsvReader::skip_line_end() {
  if (at_end()) return;
  if (text_[position_] == '\r' && position_ + 1 < text_.size() && text_[position_ + 1] == '\n') {
    ++position_;
  }
  ++position_;
  ++line_;
}

bool CsvReader::next(CsvRow& row) {
  while (!at_end() && at_line_end()) skip_line_end();
  if (at_end()) return false;
  row.cells.clear();
  row.line = line_;
  while (true) {
    while (!at_end() && text_[position_] == ' ') ++position_;
    row.cells.push_back(!at_end() && text_[position_] == '"' ? quoted_cell() : plain_cell());
    if (at_line_end()) break;
    ++position_;  // the delimiter
    if (at_end()) {
      row.cells.emplace_back();
      break;
    }
  }
  skip_line_end();
  check_width(row);
  return true;
}

std::string CsvReader::plain_cell() {
  const std::size_t begin = position_;
  while (!at_line_end() && text_[position_] != delimiter_) ++position_;
  const auto cell = std::string_view(text_).substr(begin, position_ - begin);
  const std::size_t first = cell.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(cell.substr(first, cell.find_last_not_of(" \t") + 1 - first));
}

std::string CsvReader::quoted_cell() {
  const std::int64_t begin_line = line_;
  std::string cell;
  for (++position_; !at_end(); ++position_) {
    const char c = text_[position_];
    if (c == '"') {
      const bool doubled = position_ + 1 < text_.size() && text_[position_ + 1] == '"';
      if (!doubled) break;
      ++position_;
    }
    if (c == '\n') ++line_;
    cell += c;
  }
  if (at_end()) {
    throw input_error(Where{source_, begin_line}, "a quoted cell is never closed",
                      "add the missing quotation mark");
  }
  ++position_;  // the closing quote
  while (!at_line_end() && text_[position_] == ' ') ++position_;
  if (!at_line_end() && text_[position_] != delimiter_) {
    throw input_error(Where{source_, line_}, "text follows a closing quotation mark",
                      "double the quotation marks inside quoted cells");
  }
  return cell;
}

void CsvReader::check_width(const CsvRow& row) {
  if (width_ == 0) width_ = row.cells.size();
  if (row.cells.size() == width_) return;
  throw input_error(
      where(row, std::min(row.cells.size(), width_)),
      fmt::format("the row has {} cells, the first row has {}", row.cells.size(), width_),
      "give every row the same number of cells");
}

Where CsvReader::where(const CsvRow& row, std::size_t cell) const {
  return {source_, row.line, static_cast<std::int64_t>(cell) + 1};
}

}  // namespace disgnn
