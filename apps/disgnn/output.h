#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace disgnn::app {

/// One JSON document on stdout. Text from data files may be any bytes: what is not UTF-8 is
/// replaced.
void print_json(const nlohmann::ordered_json& json);

/// Text from data files, safe to show on a terminal: control characters appear as \x1b and the
/// like; line ends too unless they are kept.
std::string printable(std::string_view text, bool keep_lines);

/// One line each on stderr.
void print_warnings(const std::vector<std::string>& warnings);

/// Says on stderr that a file which is there will be replaced.
void note_replacement(const std::filesystem::path& file);

}  // namespace disgnn::app
