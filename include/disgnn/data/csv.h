#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "disgnn/core/error.h"

namespace disgnn {

struct CsvRow {
  std::vector<std::string> cells;
  std::int64_t line = 0;  ///< where the row begins, counted from 1
};

/// Reads comma-, tab- or semicolon-separated values row by row (RFC 4180 quotes, embedded newlines,
/// any line ending, gzip). The delimiter is the most frequent of the three in the first row. Blank
/// lines are skipped, and spaces around unquoted cells are not part of them.
class CsvReader {
 public:
  explicit CsvReader(const std::filesystem::path& path);
  /// From text in memory; `source` names it in error messages.
  CsvReader(std::string text, std::string source);

  /// False at the end. Throws Error (kInput) on an unclosed quote and on a row that has not as many
  /// cells as the first one.
  bool next(CsvRow& row);

  [[nodiscard]] char delimiter() const { return delimiter_; }
  [[nodiscard]] const std::string& source() const { return source_; }
  /// The place of a cell, counted from 0 within its row.
  [[nodiscard]] Where where(const CsvRow& row, std::size_t cell) const;

 private:
  [[nodiscard]] bool at_end() const { return position_ == text_.size(); }
  [[nodiscard]] bool at_line_end() const;
  void skip_line_end();
  std::string quoted_cell();
  std::string plain_cell();
  void check_width(const CsvRow& row);

  std::string text_;
  std::string source_;
  char delimiter_;
  std::size_t position_ = 0;
  std::int64_t line_ = 1;
  std::size_t width_ = 0;  ///< cells of the first row; 0 before it is read
};

/// One line of CSV, newline included; cells are quoted when they need it.
std::string csv_row(std::span<const std::string> cells);

}  // namespace disgnn
