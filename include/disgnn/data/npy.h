#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "disgnn/core/error.h"

namespace disgnn {

enum class NpyKind : std::uint8_t { kBool, kSigned, kUnsigned, kFloat, kBytes, kUnicode };

/// What the text at the head of a .npy file says about the bytes that follow it.
struct NpyHeader {
  NpyKind kind = NpyKind::kBool;
  std::int64_t item_size = 1;  ///< bytes per item
  bool big_endian = false;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;  ///< empty = a single value
  std::int64_t items = 1;           ///< product of the shape
  std::int64_t data_offset = 0;     ///< where the items begin in the file
};

/// An array read from NumPy's .npy format. The items stay as the bytes of the file and are
/// converted when asked for, so reading takes O(file) memory.
class NpyArray {
 public:
  /// `bytes`: the whole file, already checked against the header (see parse_npy).
  NpyArray(NpyHeader header, std::string bytes, std::string source);

  /// Where the array came from, for error messages: "splits.npz(train_mask)".
  [[nodiscard]] const std::string& source() const { return source_; }
  [[nodiscard]] NpyKind kind() const { return header_.kind; }
  [[nodiscard]] const std::vector<std::int64_t>& shape() const { return header_.shape; }
  [[nodiscard]] std::int64_t items() const { return header_.items; }
  /// "[3, 2]", for error messages.
  [[nodiscard]] std::string shape_text() const;

  /// All items in row-major order. Booleans become 0 or 1. Throws Error (kInput) for text,
  /// floating-point items and unsigned items beyond 2^63-1.
  [[nodiscard]] std::vector<std::int64_t> integers() const;
  /// All items in row-major order, rounded to 32 bits. Throws Error (kInput) for text.
  [[nodiscard]] std::vector<float> floats() const;
  /// All items in row-major order as UTF-8, trailing NULs cut off as NumPy does. Throws Error
  /// (kInput) for numbers.
  [[nodiscard]] std::vector<std::string> strings() const;

 private:
  template <typename Stored, typename Use>
  void each_item(Use use) const;
  [[nodiscard]] const char* item(std::int64_t i) const;
  [[nodiscard]] std::string unicode_item(std::int64_t i) const;

  NpyHeader header_;
  std::string bytes_;
  std::string source_;
};

/// Reads the header alone (format versions 1 to 3). Throws Error (kInput) on anything else.
NpyHeader parse_npy_header(std::string_view bytes, const std::string& source);

/// Reads a whole .npy file held in memory: booleans, integers, floating point of 16 to 64 bits and
/// strings, both byte orders; Fortran order up to two dimensions. Throws Error (kInput) when the
/// magic is wrong, the file is shorter or longer than its header says, or it holds a pickle.
NpyArray parse_npy(std::string bytes, std::string source);

/// The bytes of a version-1 .npy file with these items in row-major order.
std::string encode_npy(std::span<const std::int64_t> items, const std::vector<std::int64_t>& shape);
std::string encode_npy(std::span<const std::int32_t> items, const std::vector<std::int64_t>& shape);
std::string encode_npy(std::span<const float> items, const std::vector<std::int64_t>& shape);
/// Items are 0 or 1 and become NumPy booleans.
std::string encode_npy_mask(std::span<const std::uint8_t> items,
                            const std::vector<std::int64_t>& shape);
/// A single byte string without dimensions, as SciPy stores the name of a sparse format.
std::string encode_npy_text(std::string_view text);
/// Byte strings padded to the longest one; O(items * longest) memory.
std::string encode_npy_strings(std::span<const std::string> items);

}  // namespace disgnn
