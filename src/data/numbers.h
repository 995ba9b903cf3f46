#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace disgnn {

/// The whole text as a decimal integer; nothing when it is anything else or does not fit.
std::optional<std::int64_t> parse_integer(std::string_view text);

/// The whole text as a finite number that fits a float; independent of the locale.
std::optional<float> parse_finite(std::string_view text);

}  // namespace disgnn
