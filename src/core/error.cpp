#include "disgnn/core/error.h"

#include <fmt/format.h>

namespace disgnn {

std::string to_string(const Where& where) {
  std::string text = where.path;
  if (where.line > 0) text += fmt::format(":{}", where.line);
  if (where.line > 0 && where.column > 0) text += fmt::format(":{}", where.column);
  return text;
}

int Error::exit_code() const {
  switch (kind_) {
    case ErrorKind::kUsage:
      return 2;
    case ErrorKind::kInput:
      return 3;
    case ErrorKind::kTraining:
      return 4;
    case ErrorKind::kInterrupted:
      return 130;
  }
  return 1;
}

Error input_error(const Where& where, const std::string& what, const std::string& remedy) {
  return {ErrorKind::kInput, fmt::format("{}: {}; {}", to_string(where), what, remedy)};
}

Error input_error(const std::string& what, const std::string& remedy) {
  return {ErrorKind::kInput, fmt::format("{}; {}", what, remedy)};
}

Error usage_error(const std::string& what, const std::string& remedy) {
  return {ErrorKind::kUsage, fmt::format("{}; {}", what, remedy)};
}

void assertion_failed(const char* condition, const char* file, int line) {
  throw std::logic_error(
      fmt::format("{}:{}: internal check failed: {}; please report this", file, line, condition));
}

}  // namespace disgnn
