#include "utc_time.h"

#include <array>
#include <ctime>

namespace disgnn::app {
namespace {

std::string formatted(const char* format) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), format, &parts)};
}

}  // namespace

std::string utc_date() {
  return formatted("%Y-%m-%d");
}

std::string utc_date_time() {
  return formatted("%Y-%m-%dT%H:%M:%SZ");
}

}  // namespace disgnn::app
