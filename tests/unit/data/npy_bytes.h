#pragma once

#include <string>
#include <string_view>

namespace disgnn::testing {

/// A .npy file put together by hand, so that the parser is not tested against our own writer.
inline std::string npy_bytes(std::string_view dictionary, std::string_view payload,
                             int version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  const int length_bytes = version == 1 ? 2 : 4;
  for (int i = 0; i < length_bytes; ++i) {
    bytes += static_cast<char>(dictionary.size() >> (8 * i) & 0xffU);
  }
  bytes += dictionary;
  bytes += payload;
  return bytes;
}

/// The same with the usual dictionary: type "<i8", shape "(3, 2)".
inline std::string npy_array(std::string_view type, std::string_view shape,
                             std::string_view payload, bool fortran = false) {
  std::string dictionary = "{'descr': '" + std::string(type) + "', 'fortran_order': ";
  dictionary += fortran ? "True" : "False";
  dictionary += ", 'shape': " + std::string(shape) + ", }\n";
  return npy_bytes(dictionary, payload);
}

/// A string literal with its NULs.
template <std::size_t N>
std::string raw(const char (&literal)[N]) {
  return std::string(literal, N - 1);
}

}  // namespace disgnn::testing
