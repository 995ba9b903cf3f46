#include "disgnn/data/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace disgnn {
namespace {

static_assert(std::endian::native == std::endian::little, "items are swapped for little endian");

/// IEEE 754 half precision; a type of its own so that it can be loaded like the others.
struct Half {
  std::uint16_t bits;
};

float widen(Half half) {
  const int exponent = half.bits >> 10U & 0x1fU;
  const auto fraction = static_cast<float>(half.bits & 0x3ffU);
  float magnitude = 0;
  if (exponent == 0x1f) {
    magnitude = fraction == 0 ? std::numeric_limits<float>::infinity()
                              : std::numeric_limits<float>::quiet_NaN();
  } else if (exponent == 0) {
    magnitude = std::ldexp(fraction, -24);
  } else {
    magnitude = std::ldexp(fraction + 1024, exponent - 25);
  }
  return (half.bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

template <typename Stored>
Stored load(const char* at, bool swap) {
  std::array<char, sizeof(Stored)> raw;
  std::memcpy(raw.data(), at, raw.size());
  if (swap) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<Stored>(raw);
}

/// Appends one code point as UTF-8; false when it is none.
bool append_utf8(std::uint32_t code, std::string& text) {
  const auto tail = [&](unsigned shift) {
    text += static_cast<char>(0x80U | (code >> shift & 0x3fU));
  };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0U | code >> 6U);
    tail(0);
  } else if (code < 0x10000) {
    if (code >= 0xd800 && code < 0xe000) return false;  // half of a surrogate pair
    text += static_cast<char>(0xe0U | code >> 12U);
    tail(6);
    tail(0);
  } else if (code < 0x110000) {
    text += static_cast<char>(0xf0U | code >> 18U);
    tail(12);
    tail(6);
    tail(0);
  } else {
    return false;
  }
  return true;
}

}  // namespace

NpyArray::NpyArray(NpyHeader header, std::string bytes, std::string source)
    : header_(std::move(header)), bytes_(std::move(bytes)), source_(std::move(source)) {}

std::string NpyArray::shape_text() const {
  return fmt::format("[{}]", fmt::join(shape(), ", "));
}

/// The i-th item in row-major order, wherever it is stored.
const char* NpyArray::item(std::int64_t i) const {
  if (header_.fortran_order && header_.shape.size() == 2) {
    const std::int64_t rows = header_.shape[0];
    const std::int64_t columns = header_.shape[1];
    i = i % columns * rows + i / columns;
  }
  return bytes_.data() + header_.data_offset + i * header_.item_size;
}

template <typename Stored, typename Use>
void NpyArray::each_item(Use use) const {
  for (std::int64_t i = 0; i < header_.items; ++i) {
    use(i, load<Stored>(item(i), header_.big_endian));
  }
}

std::vector<std::int64_t> NpyArray::integers() const {
  if (header_.kind == NpyKind::kBytes || header_.kind == NpyKind::kUnicode ||
      header_.kind == NpyKind::kFloat) {
    throw input_error(Where{source_},
                      header_.kind == NpyKind::kFloat ? "holds floating-point numbers, not integers"
                                                      : "holds text, not integers",
                      "convert it with array.astype(np.int64)");
  }
  std::vector<std::int64_t> values(header_.items);
  const auto keep = [&](std::int64_t i, auto value) {
    values[i] = static_cast<std::int64_t>(value);
  };
  const bool is_signed = header_.kind == NpyKind::kSigned;
  if (header_.kind == NpyKind::kBool) {
    each_item<std::uint8_t>([&](std::int64_t i, std::uint8_t value) { values[i] = value != 0; });
  } else if (header_.item_size == 1) {
    is_signed ? each_item<std::int8_t>(keep) : each_item<std::uint8_t>(keep);
  } else if (header_.item_size == 2) {
    is_signed ? each_item<std::int16_t>(keep) : each_item<std::uint16_t>(keep);
  } else if (header_.item_size == 4) {
    is_signed ? each_item<std::int32_t>(keep) : each_item<std::uint32_t>(keep);
  } else if (is_signed) {
    each_item<std::int64_t>(keep);
  } else {
    each_item<std::uint64_t>([&](std::int64_t i, std::uint64_t value) {
      if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        throw input_error(Where{source_},
                          fmt::format("item {} is {}, which is too large", i, value),
                          "use values below 2^63");
      }
      keep(i, value);
    });
  }
  return values;
}

std::vector<float> NpyArray::floats() const {
  if (header_.kind == NpyKind::kBytes || header_.kind == NpyKind::kUnicode) {
    throw input_error(Where{source_}, "holds text, not numbers",
                      "convert it with array.astype(np.float32)");
  }
  std::vector<float> values(header_.items);
  const auto keep = [&](std::int64_t i, auto value) { values[i] = static_cast<float>(value); };
  if (header_.kind == NpyKind::kUnsigned && header_.item_size == 8) {
    each_item<std::uint64_t>(keep);
  } else if (header_.kind != NpyKind::kFloat) {
    const std::vector<std::int64_t> whole = integers();
    std::transform(whole.begin(), whole.end(), values.begin(),
                   [](std::int64_t value) { return static_cast<float>(value); });
  } else if (header_.item_size == 2) {
    each_item<Half>([&](std::int64_t i, Half value) { values[i] = widen(value); });
  } else if (header_.item_size == 4) {
    each_item<float>(keep);
  } else {
    each_item<double>(keep);
  }
  return values;
}

std::string NpyArray::unicode_item(std::int64_t i) const {
  std::string text;
  std::size_t length = 0;  // without trailing NULs
  const char* const begin = item(i);
  for (std::int64_t at = 0; at < header_.item_size; at += 4) {
    const auto code = load<std::uint32_t>(begin + at, header_.big_endian);
    if (!append_utf8(code, text)) {
      throw input_error(Where{source_}, fmt::format("item {} is not valid Unicode", i),
                        "save the strings again");
    }
    if (code != 0) length = text.size();
  }
  text.resize(length);
  return text;
}

std::vector<std::string> NpyArray::strings() const {
  std::vector<std::string> values;
  if (header_.kind != NpyKind::kBytes && header_.kind != NpyKind::kUnicode) {
    throw input_error(Where{source_}, "holds numbers, not text",
                      "convert it with array.astype(str)");
  }
  values.reserve(header_.items);
  for (std::int64_t i = 0; i < header_.items; ++i) {
    if (header_.kind == NpyKind::kUnicode) {
      values.push_back(unicode_item(i));
    } else {
      std::string_view text(item(i), header_.item_size);
      values.emplace_back(text.substr(0, text.find_last_not_of('\0') + 1));
    }
  }
  return values;
}

NpyArray parse_npy(std::string bytes, std::string source) {
  NpyHeader header = parse_npy_header(bytes, source);
  const std::int64_t expected = header.items * header.item_size;
  const std::int64_t found = static_cast<std::int64_t>(bytes.size()) - header.data_offset;
  if (found != expected) {
    throw input_error(Where{source},
                      fmt::format("is {}: its header announces {} bytes of items, {} are there",
                                  found < expected ? "cut short" : "too long", expected, found),
                      "copy or save the file again");
  }
  return {std::move(header), std::move(bytes), std::move(source)};
}

}  // namespace disgnn
