#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "disgnn/core/error.h"

namespace disgnn {

/// More different labels than this means that the wrong column was taken for them.
inline constexpr std::int32_t kMostCategories = 65536;

/// One column of text and where its cells stand.
struct TextColumn {
  std::string source;
  std::int64_t column = 0;  ///< counted from 1; 0 = not known
  std::vector<std::string> cells;
  std::vector<std::int64_t> lines;  ///< line of every cell; empty = not known

  [[nodiscard]] Where where(std::size_t i) const {
    return {source, lines.empty() ? 0 : lines[i], column};
  }
};

struct Categories {
  std::vector<std::int32_t> codes;  ///< position in names, -1 = none
  std::vector<std::string> names;   ///< ascending as numbers if all are integers, else as text
};

/// Numbers the different texts of a column. Empty cells, "-1" and `none` get -1. Throws Error
/// (kInput) when all others are integers and one is below -1.
Categories categorise(const TextColumn& column, std::string_view none = "");

}  // namespace disgnn
