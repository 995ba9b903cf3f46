#include "disgnn/run/run_folder.h"

#include <fmt/format.h>

#include <algorithm>

#include "disgnn/core/atomic_file.h"

namespace disgnn::run {

bool RunFolder::in_use() const {
  if (!std::filesystem::exists(path_)) return false;
  if (!std::filesystem::is_directory(path_)) return true;
  const std::filesystem::directory_iterator files(path_);
  // A kill in the middle of the very first write leaves nothing but a temporary file.
  return std::any_of(begin(files), end(files), [](const auto& file) {
    return file.path().filename().string().find(AtomicFile::kSuffix) == std::string::npos;
  });
}

std::filesystem::path free_run_path(const std::filesystem::path& wished) {
  std::filesystem::path candidate = wished;
  for (int number = 2; RunFolder(candidate).in_use(); ++number) {
    candidate = fmt::format("{}-{}", wished.string(), number);
  }
  return candidate;
}

}  // namespace disgnn::run
