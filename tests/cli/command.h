#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <initializer_list>
#include <ostream>
#include <string>
#include <vector>

namespace disgnn::testing {

using Arguments = std::vector<std::string>;

/// All lists one after the other.
Arguments joined(std::initializer_list<Arguments> parts);

struct Outcome {
  int exit_code = -1;  ///< 128 + number when a signal ended the command
  std::string out;
  std::string err;
};
std::ostream& operator<<(std::ostream& stream, const Outcome& outcome);

/// A run of the disgnn program that was built with these tests.
class Command {
 public:
  /// Starts it with `folder` as its working folder.
  Command(const Arguments& arguments, const std::filesystem::path& folder);
  /// Kills it if it still runs.
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  [[nodiscard]] bool running();
  void send(int signal) const;
  /// Waits for the end; a command that takes longer than a test may is killed and fails the test.
  Outcome wait();

 private:
  void finish(int status);

  std::filesystem::path out_;
  std::filesystem::path err_;
  pid_t process_ = -1;
  bool finished_ = false;
  int exit_code_ = -1;
};

/// Runs disgnn to its end.
Outcome disgnn(const Arguments& arguments,
               const std::filesystem::path& folder = std::filesystem::temp_directory_path());

/// Expects the exit code, a message on stderr that holds all the parts, and an empty stdout.
void expect_refusal(const Outcome& outcome, int exit_code, const std::vector<std::string>& parts);

}  // namespace disgnn::testing
