#include "disgnn/run/run_folder.h"

#include <fmt/format.h>

namespace disgnn::run {

bool RunFolder::in_use() const {
  return std::filesystem::exists(path_) &&
         (!std::filesystem::is_directory(path_) || !std::filesystem::is_empty(path_));
}

std::filesystem::path free_run_path(const std::filesystem::path& wished) {
  std::filesystem::path candidate = wished;
  for (int number = 2; RunFolder(candidate).in_use(); ++number) {
    candidate = fmt::format("{}-{}", wished.string(), number);
  }
  return candidate;
}

}  // namespace disgnn::run
