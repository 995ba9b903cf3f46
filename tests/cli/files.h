#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace disgnn::testing {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// The content of a file; fails the test and returns nothing when it cannot be read.
std::string bytes_of(const fs::path& file);
void write_bytes(const fs::path& file, std::string_view content);
/// Keeps only the first half.
void cut_short(const fs::path& file);

/// Exactly one JSON document in UTF-8; fails the test otherwise.
Json json_of(const std::string& text);
/// One document per line.
std::vector<Json> json_lines(const fs::path& file);
/// metrics.jsonl without its times, which no two runs share.
std::vector<Json> metrics_without_times(const fs::path& run);

/// A CSV file with a header.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;

  [[nodiscard]] std::vector<std::string> column(const std::string& name) const;
  [[nodiscard]] std::vector<double> numbers(const std::string& name) const;
};
Table table_of(const fs::path& file);

/// Relative path and content of every file in a folder, however deep.
std::map<std::string, std::string> snapshot(const fs::path& folder);

/// A setting of a run's config.toml, as it stands there.
std::string config_value(const fs::path& run, const std::string& key);

}  // namespace disgnn::testing
