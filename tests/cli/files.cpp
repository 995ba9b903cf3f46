#include "files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "disgnn/data/csv.h"

namespace disgnn::testing {

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  EXPECT_TRUE(stream) << "cannot read " << file;
  std::ostringstream content;
  content << stream.rdbuf();
  return content.str();
}

void write_bytes(const fs::path& file, std::string_view content) {
  fs::create_directories(file.parent_path());
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(content.data(), static_cast<std::streamsize>(content.size()));
}

void cut_short(const fs::path& file) {
  fs::resize_file(file, fs::file_size(file) / 2);
}

Json json_of(const std::string& text) {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  EXPECT_FALSE(json.is_discarded()) << "not one JSON document: " << text;
  return json;
}

std::vector<Json> json_lines(const fs::path& file) {
  std::vector<Json> documents;
  std::istringstream lines(bytes_of(file));
  for (std::string line; std::getline(lines, line);) documents.push_back(json_of(line));
  return documents;
}

std::vector<Json> metrics_without_times(const fs::path& run) {
  std::vector<Json> lines = json_lines(run / "metrics.jsonl");
  for (Json& line : lines) {
    for (const char* const key : {"class_step_ms", "full_step_ms", "epoch_ms", "seconds"}) {
      EXPECT_EQ(line.erase(key), 1U) << key;
    }
  }
  return lines;
}

std::vector<std::string> Table::column(const std::string& name) const {
  const auto found = std::find(columns.begin(), columns.end(), name);
  EXPECT_NE(found, columns.end()) << "no column " << name;
  std::vector<std::string> cells;
  if (found == columns.end()) return cells;
  for (const auto& row : rows) cells.push_back(row[found - columns.begin()]);
  return cells;
}

std::vector<double> Table::numbers(const std::string& name) const {
  std::vector<double> values;
  for (const std::string& cell : column(name)) values.push_back(std::stod(cell));
  return values;
}

Table table_of(const fs::path& file) {
  CsvReader reader(file);
  Table table;
  CsvRow row;
  if (reader.next(row)) table.columns = row.cells;
  while (reader.next(row)) table.rows.push_back(row.cells);
  return table;
}

std::map<std::string, std::string> snapshot(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[entry.path().lexically_relative(folder).string()] = bytes_of(entry.path());
  }
  return files;
}

std::string config_value(const fs::path& run, const std::string& key) {
  std::istringstream lines(bytes_of(run / "config.toml"));
  const std::string start = key + " = ";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(start)) {
      return line.substr(start.size(), line.find("  #") - start.size());
    }
  }
  ADD_FAILURE() << "config.toml has no " << key;
  return "";
}

}  // namespace disgnn::testing
