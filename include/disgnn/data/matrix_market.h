#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace disgnn {

/// A matrix of the NIST MatrixMarket exchange format, as triples.
struct MatrixMarket {
  struct Entry {
    std::int32_t row;
    std::int32_t column;
    float value;  ///< 1 in pattern matrices
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  std::string source;  ///< for error messages
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  bool symmetric = false;      ///< only one of (i, j) and (j, i) is stored
  bool dense = false;          ///< the file lists every value (format "array")
  std::vector<Entry> entries;  ///< in the order of the file, indices from 0
};

/// Reads `coordinate` (pattern, real, integer; general, symmetric) and `array` (real, integer;
/// general). Throws Error (kInput) with the line of the first mistake.
MatrixMarket read_matrix_market(const std::filesystem::path& path);
/// The same from text in memory; `source` names it in error messages.
MatrixMarket parse_matrix_market(const std::string& text, const std::string& source);

}  // namespace disgnn
