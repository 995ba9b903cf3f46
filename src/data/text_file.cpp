#include "disgnn/data/text_file.h"

#include <zlib.h>

#include <array>
#include <memory>
#include <string_view>

#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"

namespace disgnn {
namespace {

constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

Error damaged_gzip(const std::string& path) {
  return input_error(Where{path}, "is damaged or cut short gzip data",
                     "copy the file again; 'gzip -t' checks it");
}

struct EndInflate {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

/// Inflates one gzip file, which may consist of several members one after the other.
std::string gunzip(const std::string& bytes, const std::string& path) {
  z_stream state{};
  constexpr int kGzipWindow = 15 + 16;
  if (inflateInit2(&state, kGzipWindow) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, EndInflate> guard(&state);
  std::string text;
  std::array<char, 1U << 16U> chunk;
  std::size_t given = 0;
  while (true) {
    if (state.avail_in == 0) {
      const std::size_t count = std::min(bytes.size() - given, std::size_t{1} << 30U);
      state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + given));
      state.avail_in = static_cast<uInt>(count);
      given += count;
    }
    state.next_out = reinterpret_cast<Bytef*>(chunk.data());
    state.avail_out = chunk.size();
    const int status = inflate(&state, Z_NO_FLUSH);
    if (status != Z_OK && status != Z_STREAM_END) throw damaged_gzip(path);
    text.append(chunk.data(), chunk.size() - state.avail_out);
    if (status != Z_STREAM_END) continue;
    if (state.avail_in == 0 && given == bytes.size()) return text;
    inflateReset(&state);
  }
}

}  // namespace

std::string read_text_file(const std::filesystem::path& path) {
  std::string text = read_file(path);
  if (text.starts_with(kGzipMagic)) {
    text = gunzip(text, path.string());
  } else if (path.extension() == ".gz") {
    throw input_error(Where{path.string()}, "is named .gz but is not gzip data",
                      "compress it with gzip or take .gz off its name");
  }
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  if (text.find('\0') != std::string::npos) {
    throw input_error(Where{path.string()}, "is not a text file (holds NUL bytes)",
                      "save it as plain UTF-8 text");
  }
  return text;
}

}  // namespace disgnn
