#include "numbers.h"

#include <charconv>
#include <cmath>

namespace disgnn {
namespace {

/// std::from_chars refuses the plus sign that other tools write.
std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

template <typename Number>
std::optional<Number> parse_whole(std::string_view text) {
  text = without_plus(text);
  Number value{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::int64_t> parse_integer(std::string_view text) {
  return parse_whole<std::int64_t>(text);
}

std::optional<float> parse_finite(std::string_view text) {
  const auto value = parse_whole<double>(text);
  if (!value || !std::isfinite(static_cast<float>(*value))) return std::nullopt;
  return static_cast<float>(*value);
}

}  // namespace disgnn
