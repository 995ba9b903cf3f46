#include "categories.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "../numbers.h"

namespace disgnn {
namespace {

bool all_integers(const std::vector<std::string>& texts) {
  return std::all_of(texts.begin(), texts.end(),
                     [](const std::string& text) { return parse_integer(text).has_value(); });
}

void sort_names(std::vector<std::string>& names, bool as_integers) {
  std::sort(names.begin(), names.end());
  if (!as_integers) return;
  std::stable_sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
    return *parse_integer(a) < *parse_integer(b);
  });
}

}  // namespace

Categories categorise(const TextColumn& column, std::string_view none) {
  const auto means_none = [&](const std::string& text) {
    return text.empty() || text == none || parse_finite(text) == -1.0F;  // "-1", "-1.0", …
  };
  Categories result;
  std::unordered_map<std::string_view, std::int32_t> codes;
  for (const std::string& text : column.cells) {
    if (!means_none(text) && codes.emplace(text, 0).second) result.names.push_back(text);
  }
  if (result.names.size() > static_cast<std::size_t>(kMostCategories)) {
    throw input_error(
        Where{column.source},
        fmt::format("column {} holds {} different values", column.column, result.names.size()),
        "name the column that holds the classes");
  }
  const bool as_integers = all_integers(result.names);
  sort_names(result.names, as_integers);
  for (std::size_t i = 0; i < result.names.size(); ++i) {
    codes[result.names[i]] = static_cast<std::int32_t>(i);
  }
  result.codes.reserve(column.cells.size());
  for (std::size_t i = 0; i < column.cells.size(); ++i) {
    const std::string& text = column.cells[i];
    if (means_none(text)) {
      result.codes.push_back(-1);
      continue;
    }
    if (as_integers && *parse_integer(text) < 0) {
      throw input_error(column.where(i), fmt::format("the value {} is negative", text),
                        "use 0 and above, or -1 for none");
    }
    result.codes.push_back(codes[text]);
  }
  return result;
}

}  // namespace disgnn
