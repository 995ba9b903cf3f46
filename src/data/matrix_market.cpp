#include "disgnn/data/matrix_market.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <string_view>

#include "disgnn/core/error.h"
#include "disgnn/data/text_file.h"
#include "numbers.h"

namespace disgnn {
namespace {

constexpr const char* kRemedy = "write the file with scipy.io.mmwrite";

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  constexpr std::string_view kBlank = " \t\r";
  for (std::size_t at = line.find_first_not_of(kBlank); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlank, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlank, end);
  }
  return words;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& source) : text_(text) {
    matrix_.source = source;
  }

  MatrixMarket parse() {
    read_banner();
    read_size();
    while (matrix_.entries.size() < static_cast<std::size_t>(announced_)) {
      if (!next_line()) {
        throw error(fmt::format("the file ends after {} of the {} entries it announces",
                                matrix_.entries.size(), announced_));
      }
      matrix_.dense ? read_dense_value() : read_entry();
    }
    if (next_line()) {
      throw error(fmt::format("there is more text after the {} entries announced", announced_));
    }
    return std::move(matrix_);
  }

 private:
  Error error(const std::string& what, const std::string& remedy = kRemedy) const {
    return input_error(Where{matrix_.source, line_}, what, remedy);
  }

  bool take_line() {
    if (text_.empty()) return false;
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    words_ = words_of(text_.substr(0, end));
    text_.remove_prefix(std::min(end + 1, text_.size()));
    ++line_;
    return true;
  }

  /// The next line that is neither blank nor a comment.
  bool next_line() {
    while (take_line()) {
      if (!words_.empty() && !words_[0].starts_with('%')) return true;
    }
    return false;
  }

  void read_banner() {
    std::vector<std::string> banner;
    if (take_line()) {
      for (const std::string_view word : words_) banner.push_back(lower_case(word));
    }
    if (banner.size() != 5 || banner[0] != "%%matrixmarket" || banner[1] != "matrix") {
      line_ = 1;
      throw error("does not begin with a line '%%MatrixMarket matrix …'");
    }
    const std::string& field = banner[3];
    const std::string& symmetry = banner[4];
    matrix_.dense = banner[2] == "array";
    pattern_ = field == "pattern";
    matrix_.symmetric = symmetry == "symmetric";
    const bool known_format = matrix_.dense || banner[2] == "coordinate";
    const bool known_field = field == "real" || field == "integer" || pattern_;
    const bool known_symmetry = symmetry == "general" || matrix_.symmetric;
    const bool known_array = !matrix_.dense || (!pattern_ && !matrix_.symmetric);
    if (!known_format || !known_field || !known_symmetry || !known_array) {
      throw error(
          fmt::format("matrices that are '{} {} {}' are not read", banner[2], field, symmetry),
          "use 'coordinate' with pattern, real or integer values and general or symmetric "
          "storage");
    }
  }

  void read_size() {
    const std::size_t numbers = matrix_.dense ? 2 : 3;
    if (!next_line() || words_.size() != numbers) {
      throw error(fmt::format("expected {} numbers giving the size of the matrix", numbers));
    }
    matrix_.rows = length(words_[0]);
    matrix_.columns = length(words_[1]);
    if (matrix_.dense) {
      announced_ = matrix_.rows * matrix_.columns;  // both are below 2^31
    } else {
      const auto count = parse_integer(words_[2]);
      if (!count || *count < 0) throw error(fmt::format("'{}' is not a count", words_[2]));
      announced_ = *count;
    }
    // An entry takes at least two characters: the file's length bounds what it may make us reserve.
    matrix_.entries.reserve(std::min<std::size_t>(announced_, text_.size() / 2 + 1));
  }

  std::int64_t length(std::string_view word) const {
    const auto value = parse_integer(word);
    if (!value || *value < 0 || *value > std::numeric_limits<std::int32_t>::max()) {
      throw error(fmt::format("'{}' is not a size from 0 to 2147483647", word));
    }
    return *value;
  }

  void read_entry() {
    const std::size_t numbers = pattern_ ? 2 : 3;
    if (words_.size() != numbers) {
      throw error(fmt::format("expected {} numbers, found {}", numbers, words_.size()));
    }
    matrix_.entries.push_back({index(words_[0], matrix_.rows, "row"),
                               index(words_[1], matrix_.columns, "column"),
                               pattern_ ? 1.0F : value(words_[2])});
  }

  void read_dense_value() {
    if (words_.size() != 1) {
      throw error(fmt::format("expected one number, found {}", words_.size()));
    }
    const auto position = static_cast<std::int64_t>(matrix_.entries.size());
    matrix_.entries.push_back({static_cast<std::int32_t>(position % matrix_.rows),
                               static_cast<std::int32_t>(position / matrix_.rows),
                               value(words_[0])});
  }

  std::int32_t index(std::string_view word, std::int64_t bound, const char* what) const {
    const auto parsed = parse_integer(word);
    if (!parsed || *parsed < 1 || *parsed > bound) {
      throw error(fmt::format("{} index '{}' is outside 1 .. {}", what, word, bound),
                  "correct the index or the size line");
    }
    return static_cast<std::int32_t>(*parsed - 1);
  }

  float value(std::string_view word) const {
    const auto parsed = parse_finite(word);
    if (!parsed) {
      throw error(fmt::format("'{}' is not a finite number", word), "replace it by a number");
    }
    return *parsed;
  }

  std::string_view text_;
  std::vector<std::string_view> words_;
  std::int64_t line_ = 0;
  MatrixMarket matrix_;
  bool pattern_ = false;
  std::int64_t announced_ = 0;
};

}  // namespace

MatrixMarket read_matrix_market(const std::filesystem::path& path) {
  return parse_matrix_market(read_text_file(path), path.string());
}

MatrixMarket parse_matrix_market(const std::string& text, const std::string& source) {
  return Parser(text, source).parse();
}

}  // namespace disgnn
