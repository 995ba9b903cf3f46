#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "disgnn/core/error.h"
#include "disgnn/data/npy.h"

namespace disgnn {
namespace {

/// Header of version 1, padded so that the items begin at a multiple of 64 bytes.
std::string header_bytes(std::string_view type, const std::vector<std::int64_t>& shape) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}",
                                 type, fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  constexpr std::size_t kPreamble = 10;
  const std::size_t used = kPreamble + text.size() + 1;
  text.append((64 - used % 64) % 64, ' ');
  text += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(text.size() & 0xffU);
  bytes += static_cast<char>(text.size() >> 8U);
  return bytes + text;
}

template <typename Item>
std::string encode(std::string_view type, std::span<const Item> items,
                   const std::vector<std::int64_t>& shape) {
  DISGNN_ASSERT(std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>()) ==
                static_cast<std::int64_t>(items.size()));
  std::string bytes = header_bytes(type, shape);
  bytes.append(reinterpret_cast<const char*>(items.data()), items.size_bytes());
  return bytes;
}

}  // namespace

std::string encode_npy(std::span<const std::int64_t> items,
                       const std::vector<std::int64_t>& shape) {
  return encode("<i8", items, shape);
}

std::string encode_npy(std::span<const std::int32_t> items,
                       const std::vector<std::int64_t>& shape) {
  return encode("<i4", items, shape);
}

std::string encode_npy(std::span<const float> items, const std::vector<std::int64_t>& shape) {
  return encode("<f4", items, shape);
}

std::string encode_npy_mask(std::span<const std::uint8_t> items,
                            const std::vector<std::int64_t>& shape) {
  return encode("|b1", items, shape);
}

std::string encode_npy_text(std::string_view text) {
  return header_bytes(fmt::format("|S{}", text.size()), {}) + std::string(text);
}

std::string encode_npy_strings(std::span<const std::string> items) {
  std::size_t width = 1;
  for (const std::string& item : items) width = std::max(width, item.size());
  std::string bytes =
      header_bytes(fmt::format("|S{}", width), {static_cast<std::int64_t>(items.size())});
  for (const std::string& item : items) {
    bytes += item;
    bytes.append(width - item.size(), '\0');
  }
  return bytes;
}

}  // namespace disgnn
