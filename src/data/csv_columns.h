#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "disgnn/data/csv.h"

namespace disgnn {

/// Position of a column in a header row; nothing when it is not there.
std::optional<std::size_t> find_column(const CsvRow& header, std::string_view name);

/// The same for a column that must be there: throws Error (kInput) listing those that are.
std::size_t require_column(const CsvReader& table, const CsvRow& header, std::string_view name);

/// Reads the header of a table. Throws Error (kInput) when the file is empty or names a column
/// twice.
CsvRow read_header(CsvReader& table);

/// All cells of a table whose only column bears this name.
std::vector<std::string> read_single_column(const std::filesystem::path& path,
                                            std::string_view name);

}  // namespace disgnn
