#include "number_range.h"

#include <fmt/format.h>

namespace disgnn::app {

CLI::Validator within(double min, double max) {
  return {[min, max](const std::string& text) {
            double value = 0;
            if (CLI::detail::lexical_cast(text, value) && value >= min && value <= max) {
              return std::string();
            }
            return fmt::format("'{}' is not allowed; give a number {} .. {}", text, min, max);
          },
          ""};
}

}  // namespace disgnn::app
