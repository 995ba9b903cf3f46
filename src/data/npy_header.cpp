#include <fmt/format.h>

#include <optional>

#include "disgnn/data/npy.h"
#include "numbers.h"

namespace disgnn {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr const char* kSaveAgain = "save it again with np.save(file, array, allow_pickle=False)";

Error cut_short(const std::string& source) {
  return input_error(Where{source}, "is cut short inside the .npy header", kSaveAgain);
}

/// Reads the Python dictionary {'descr': '<i8', 'fortran_order': False, 'shape': (3, 2), } that
/// describes the array; only the literals NumPy itself writes are understood.
class HeaderText {
 public:
  HeaderText(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      const std::string key = string_literal();
      expect(':');
      if (key == "descr" && !has_type_) {
        read_type();
      } else if (key == "fortran_order" && !has_order_) {
        read_order();
      } else if (key == "shape" && !has_shape_) {
        read_shape();
      } else {
        throw broken();
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_space();
    if (at_ != text_.size() || !has_type_ || !has_order_ || !has_shape_) throw broken();
    return header_;
  }

 private:
  Error broken() const {
    return input_error(Where{source_}, "has a .npy header that cannot be understood", kSaveAgain);
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  bool accept(char c) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) throw broken();
  }

  std::string string_literal() {
    const char quote = accept('\'') ? '\'' : '"';
    if (quote == '"') expect('"');
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) throw broken();
    std::string literal(text_.substr(at_, end - at_));
    at_ = end + 1;
    return literal;
  }

  void read_order() {
    skip_space();
    has_order_ = true;
    for (const auto& [word, value] : {std::pair{"True", true}, std::pair{"False", false}}) {
      if (text_.substr(at_).starts_with(word)) {
        header_.fortran_order = value;
        at_ += std::string_view(word).size();
        return;
      }
    }
    throw broken();
  }

  void read_shape() {
    has_shape_ = true;
    expect('(');
    while (!accept(')')) {
      skip_space();
      const std::size_t begin = at_;
      while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
      const auto length = parse_integer(text_.substr(begin, at_ - begin));
      if (!length) throw broken();
      header_.shape.push_back(*length);
      accept('L');  // written by Python 2
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
  }

  void read_type() {
    has_type_ = true;
    skip_space();
    if (at_ < text_.size() && text_[at_] == '[') {
      throw input_error(Where{source_}, "is a structured array",
                        "save each of its fields as an array of its own");
    }
    const std::string type = string_literal();
    const auto unsupported = input_error(
        Where{source_}, fmt::format("holds items of type '{}', which disgnn does not read", type),
        "convert it with array.astype(np.int64) or array.astype(np.float32)");
    if (type.find('O') != std::string::npos) {
      throw input_error(Where{source_}, "holds Python objects (a pickle)",
                        "convert it to numbers or strings and " + std::string(kSaveAgain));
    }
    if (type.size() < 3 || std::string_view("<>|=").find(type[0]) == std::string_view::npos) {
      throw unsupported;
    }
    const auto size = parse_integer(std::string_view(type).substr(2));
    if (!size || *size < 0) throw unsupported;
    header_.big_endian = type[0] == '>';
    header_.item_size = *size;
    if (!set_kind(type[1], *size)) throw unsupported;
  }

  bool set_kind(char code, std::int64_t size) {
    const bool integer_size = size == 1 || size == 2 || size == 4 || size == 8;
    switch (code) {
      case 'b':
        header_.kind = NpyKind::kBool;
        return size == 1;
      case 'i':
        header_.kind = NpyKind::kSigned;
        return integer_size;
      case 'u':
        header_.kind = NpyKind::kUnsigned;
        return integer_size;
      case 'f':
        header_.kind = NpyKind::kFloat;
        return integer_size && size != 1;
      case 'S':
        header_.kind = NpyKind::kBytes;
        return true;
      case 'U':
        header_.kind = NpyKind::kUnicode;
        return !__builtin_mul_overflow(size, 4, &header_.item_size);
      default:
        return false;
    }
  }

  std::string_view text_;
  const std::string& source_;
  std::size_t at_ = 0;
  NpyHeader header_;
  bool has_type_ = false;
  bool has_order_ = false;
  bool has_shape_ = false;
};

/// Product of the shape; nothing when it does not fit.
std::optional<std::int64_t> item_count(const NpyHeader& header) {
  std::int64_t items = 1;
  for (const std::int64_t length : header.shape) {
    if (__builtin_mul_overflow(items, length, &items)) return std::nullopt;
  }
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(items, header.item_size, &bytes)) return std::nullopt;
  return items;
}

}  // namespace

NpyHeader parse_npy_header(std::string_view bytes, const std::string& source) {
  if (bytes.substr(0, kMagic.size()) != kMagic) {
    if (kMagic.starts_with(bytes)) throw cut_short(source);
    throw input_error(Where{source}, "is not a .npy file (wrong magic)", kSaveAgain);
  }
  if (bytes.size() < 12) throw cut_short(source);
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i]));
  };
  const std::size_t version = byte(6);
  if (version < 1 || version > 3 || byte(7) != 0) {
    throw input_error(
        Where{source},
        fmt::format("has .npy version {}.{}, known are 1.0, 2.0 and 3.0", version, byte(7)),
        kSaveAgain);
  }
  const std::size_t text_begin = version == 1 ? 10 : 12;
  std::size_t length = byte(8) | byte(9) << 8U;
  if (version > 1) length |= byte(10) << 16U | byte(11) << 24U;
  if (bytes.size() - text_begin < length) throw cut_short(source);

  NpyHeader header = HeaderText(bytes.substr(text_begin, length), source).parse();
  header.data_offset = static_cast<std::int64_t>(text_begin + length);
  const auto items = item_count(header);
  if (!items) throw input_error(Where{source}, "claims more items than fit in memory", kSaveAgain);
  header.items = *items;
  // Without this, an empty file could claim any number of strings.
  if (header.item_size == 0 && header.items > 0) {
    throw input_error(Where{source}, "holds strings of length 0", kSaveAgain);
  }
  if (header.fortran_order && header.shape.size() > 2) {
    throw input_error(Where{source}, "is in Fortran order with more than two dimensions",
                      "save np.ascontiguousarray(array)");
  }
  return header;
}

}  // namespace disgnn
