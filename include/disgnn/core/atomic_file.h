#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace disgnn {

/// Writes to a temporary name beside `path`; `commit` renames it into place. Without a commit the
/// old file stays as it was and the temporary one is removed. Links are followed; what is no file
/// (a device, a pipe) is written to directly.
class AtomicFile {
 public:
  /// Temporary names are the final one, this and the process number.
  static constexpr const char* kSuffix = ".disgnn-tmp-";

  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  [[nodiscard]] std::ofstream& stream() { return stream_; }
  /// Throws Error when the disk is full or the file cannot be written.
  void commit();

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::ofstream stream_;
  bool committed_ = false;
};

void write_file_atomically(const std::filesystem::path& path, std::string_view content);

/// Whole content of a file; throws Error (kInput) when it is missing or unreadable.
std::string read_file(const std::filesystem::path& path);

}  // namespace disgnn
