#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace disgnn {

/// What kind of mistake an Error reports; the command line maps it to its exit code.
enum class ErrorKind : std::uint8_t {
  kUsage,        ///< exit 2: wrong flag or contradictory options
  kInput,        ///< exit 3: a file or a graph that cannot be used
  kTraining,     ///< exit 4: training diverged
  kInterrupted,  ///< exit 130: stopped on the user's request, progress is saved
};

/// A place in a file. Lines and columns count from 1; 0 means "not known".
struct Where {
  std::string path;
  std::int64_t line = 0;
  std::int64_t column = 0;
};

/// `path:line:column`, leaving out what is not known.
std::string to_string(const Where& where);

/// Anything a user can cause. The message says what was wrong, where, and what to do.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  [[nodiscard]] ErrorKind kind() const { return kind_; }
  /// 2, 3, 4 or 130 (see ErrorKind).
  [[nodiscard]] int exit_code() const;

 private:
  ErrorKind kind_;
};

/// Bad input at a known place: "data/edges.csv:7:2: unknown node id 'x'; add it to …".
Error input_error(const Where& where, const std::string& what, const std::string& remedy);
/// Bad input that has no single place, such as a graph without labels.
Error input_error(const std::string& what, const std::string& remedy);
Error usage_error(const std::string& what, const std::string& remedy);

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace disgnn

/// For what only a bug in disgnn can break; checked in every build type.
#define DISGNN_ASSERT(condition) \
  ((condition) ? void(0) : ::disgnn::assertion_failed(#condition, __FILE__, __LINE__))
