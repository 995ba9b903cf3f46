#include "disgnn/config/split_text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <sstream>

#include "disgnn/core/error.h"

namespace disgnn::run {
namespace {

constexpr std::string_view kPerClass = "per-class:";

/// Whether the whole text is a number.
template <typename Number>
bool parse_whole(const std::string& text, Number& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  return failure == std::errc() && stop == end;
}

}  // namespace

std::optional<SplitRatio> parse_ratio(const std::string& text) {
  std::array<double, 3> shares{};
  std::size_t count = 0;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ':'); ++count) {
    if (count == shares.size() || !parse_whole(part, shares[count]) || !(shares[count] > 0) ||
        shares[count] > 1e9) {
      return std::nullopt;
    }
  }
  if (count != shares.size()) return std::nullopt;
  return SplitRatio{shares[0], shares[1], shares[2]};
}

bool is_per_class(const std::string& text) {
  return text.starts_with(kPerClass);
}

std::int64_t parse_per_class(const std::string& text) {
  std::int64_t count = 0;
  if (!parse_whole(text.substr(kPerClass.size()), count) || count < 1) {
    throw usage_error(fmt::format("--split '{}' says no number of nodes", text),
                      "write for instance per-class:20");
  }
  return count;
}

bool names_split_file(const std::string& split) {
  return !parse_ratio(split) && split != "public" && !split.starts_with("public:") &&
         !is_per_class(split) && split.find_first_not_of("0123456789.:") != std::string::npos;
}

}  // namespace disgnn::run
