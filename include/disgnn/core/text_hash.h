#pragma once

#include <cstdint>
#include <string_view>

namespace disgnn {

/// FNV-1a, to key random streams by a name; std::hash may differ between standard libraries.
constexpr std::uint32_t text_hash(std::string_view text) {
  std::uint32_t value = 2166136261U;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 16777619U;
  return value;
}

}  // namespace disgnn
