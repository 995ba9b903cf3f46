#include "duration.h"

#include <fmt/format.h>

#include <cstdint>

namespace disgnn::app {

std::string duration_text(double seconds) {
  const auto left = static_cast<std::int64_t>(seconds);
  return left >= 3600 ? fmt::format("{}:{:02}:{:02}", left / 3600, left / 60 % 60, left % 60)
                      : fmt::format("{}:{:02}", left / 60, left % 60);
}

}  // namespace disgnn::app
