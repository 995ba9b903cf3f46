#include "disgnn/core/atomic_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "disgnn/core/error.h"

namespace disgnn {

namespace fs = std::filesystem;

namespace {

/// What a link points to: the file itself is replaced, not the link.
fs::path without_links(const fs::path& path) {
  std::error_code ignored;
  return fs::is_symlink(path, ignored) ? fs::weakly_canonical(path) : path;
}

/// Devices and pipes are written to; only files can be replaced.
bool can_be_replaced(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) {
    throw input_error(Where{path.string()}, "is a folder, not a file", "name a file");
  }
  return !fs::exists(status) || fs::is_regular_file(status);
}

}  // namespace

AtomicFile::AtomicFile(fs::path path)
    : path_(without_links(path)),
      temporary_(can_be_replaced(path_)
                     ? fs::path(path_.string() + fmt::format("{}{}", kSuffix, ::getpid()))
                     : path_) {
  stream_.open(temporary_, std::ios::binary | std::ios::trunc);
  if (!stream_) {
    throw input_error(Where{path_.string()}, fmt::format("cannot write ({})", std::strerror(errno)),
                      "check that the folder exists and may be written to");
  }
}

AtomicFile::~AtomicFile() {
  if (committed_ || temporary_ == path_) return;
  stream_.close();
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void AtomicFile::commit() {
  stream_.close();
  std::error_code failure;
  if (stream_ && temporary_ != path_) fs::rename(temporary_, path_, failure);
  if (!stream_ || failure) {
    throw input_error(Where{path_.string()}, "writing failed",
                      "check the free space and the permissions there");
  }
  committed_ = true;
}

void write_file_atomically(const fs::path& path, std::string_view content) {
  AtomicFile file(path);
  file.stream().write(content.data(), static_cast<std::streamsize>(content.size()));
  file.commit();
}

std::string read_file(const fs::path& path) {
  std::error_code unknown;
  if (fs::is_directory(path, unknown)) {
    throw input_error(Where{path.string()}, "is a folder, not a file", "name a file");
  }
  const auto unreadable = [&] {
    return input_error(Where{path.string()},
                       fmt::format("cannot be read ({})", std::strerror(errno)),
                       "check the path and the permissions");
  };
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw unreadable();
  std::string content;
  std::array<char, 1U << 16U> chunk;
  do {
    stream.read(chunk.data(), chunk.size());
    content.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
  } while (stream);
  if (stream.bad()) throw unreadable();  // a disk that fails must not look like a shorter file
  return content;
}

}  // namespace disgnn
