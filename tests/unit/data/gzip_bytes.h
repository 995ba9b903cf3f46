#pragma once

#include <zlib.h>

#include <stdexcept>
#include <string>

namespace disgnn::testing {

/// The text as a gzip file would hold it.
inline std::string gzip_bytes(std::string text) {
  z_stream state{};
  if (deflateInit2(&state, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("deflateInit2 failed");
  }
  std::string bytes(deflateBound(&state, text.size()), '\0');
  state.next_in = reinterpret_cast<Bytef*>(text.data());
  state.avail_in = static_cast<uInt>(text.size());
  state.next_out = reinterpret_cast<Bytef*>(bytes.data());
  state.avail_out = static_cast<uInt>(bytes.size());
  const int status = deflate(&state, Z_FINISH);
  bytes.resize(bytes.size() - state.avail_out);
  deflateEnd(&state);
  if (status != Z_STREAM_END) throw std::runtime_error("deflate failed");
  return bytes;
}

}  // namespace disgnn::testing
