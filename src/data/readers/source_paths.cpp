#include "source_paths.h"

#include <fmt/format.h>

#include "disgnn/core/error.h"

namespace disgnn {

namespace fs = std::filesystem;

std::string dataset_name(const fs::path& path) {
  fs::path plain = fs::absolute(path).lexically_normal();
  if (!plain.has_filename()) plain = plain.parent_path();
  std::error_code ignored;
  if (fs::is_directory(plain, ignored)) return plain.filename().string();
  if (plain.extension() == ".gz") plain = plain.stem();
  return plain.stem().string();
}

bool has_extension(const fs::path& path, std::string_view extension) {
  return (path.extension() == ".gz" ? path.stem() : path).extension() == extension;
}

bool exists_with_extension(const fs::path& folder, const std::string& stem,
                           std::span<const std::string_view> extensions) {
  std::error_code ignored;
  for (const std::string_view extension : extensions) {
    if (fs::is_regular_file(folder / (stem + std::string(extension)), ignored)) return true;
  }
  return false;
}

std::optional<fs::path> find_with_extension(const fs::path& folder, const std::string& stem,
                                            std::span<const std::string_view> extensions) {
  std::optional<fs::path> found;
  std::error_code ignored;
  for (const std::string_view extension : extensions) {
    const fs::path candidate = folder / (stem + std::string(extension));
    if (!fs::is_regular_file(candidate, ignored)) continue;
    if (found) {
      throw input_error(Where{candidate.string()},
                        fmt::format("there is also {}", found->filename().string()),
                        "remove one of the two");
    }
    found = candidate;
  }
  return found;
}

void refuse_side_files(const DataSource& source, std::string_view format) {
  if (!source.path.empty() && !source.nodes_file.empty()) {
    throw usage_error(
        fmt::format("both {} and the nodes {} are named", source.path, source.nodes_file),
        "name only one of them");
  }
  if (source.features_file.empty() && source.labels_file.empty()) return;
  throw usage_error(fmt::format("a {} has no separate feature or label file", format),
                    "name them for MatrixMarket graphs only");
}

}  // namespace disgnn
