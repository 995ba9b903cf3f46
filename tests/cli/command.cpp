#include "command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>
#include <thread>

#include "files.h"

namespace disgnn::testing {
namespace {

constexpr std::chrono::seconds kLongest{300};
constexpr std::chrono::milliseconds kPollEvery{2};

std::filesystem::path new_output_file() {
  static int number = 0;
  return std::filesystem::temp_directory_path() /
         fmt::format("disgnn-cli-{}-{}.txt", ::getpid(), number++);
}

/// In the child: never returns.
[[noreturn]] void become(std::vector<char*>& argv, const std::filesystem::path& folder,
                         const std::filesystem::path& out, const std::filesystem::path& err) {
  const int out_file = ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int err_file = ::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(out_file, STDOUT_FILENO);
  ::dup2(err_file, STDERR_FILENO);
  if (::chdir(folder.c_str()) == 0) ::execv(argv[0], argv.data());
  ::_exit(127);
}

std::string taken(const std::filesystem::path& file) {
  std::string text = bytes_of(file);
  std::filesystem::remove(file);
  return text;
}

}  // namespace

Arguments joined(std::initializer_list<Arguments> parts) {
  Arguments all;
  for (const Arguments& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

std::ostream& operator<<(std::ostream& stream, const Outcome& outcome) {
  return stream << "exit " << outcome.exit_code << "\nstdout: " << outcome.out
                << "\nstderr: " << outcome.err;
}

Command::Command(const Arguments& arguments, const std::filesystem::path& folder)
    : out_(new_output_file()), err_(new_output_file()) {
  Arguments words = joined({{DISGNN_PROGRAM}, arguments});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  process_ = ::fork();
  if (process_ < 0) throw std::runtime_error("fork failed");
  if (process_ == 0) become(argv, folder, out_, err_);
}

Command::~Command() {
  if (!finished_) {
    send(SIGKILL);
    wait();
  }
}

bool Command::running() {
  int status = 0;
  if (!finished_ && ::waitpid(process_, &status, WNOHANG) == process_) finish(status);
  return !finished_;
}

void Command::send(int signal) const {
  ::kill(process_, signal);
}

void Command::finish(int status) {
  finished_ = true;
  exit_code_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

Outcome Command::wait() {
  const auto deadline = std::chrono::steady_clock::now() + kLongest;
  while (running()) {
    if (std::chrono::steady_clock::now() > deadline) {
      ADD_FAILURE() << "the command takes longer than " << kLongest.count() << " s";
      send(SIGKILL);
    }
    std::this_thread::sleep_for(kPollEvery);
  }
  return {exit_code_, taken(out_), taken(err_)};
}

Outcome disgnn(const Arguments& arguments, const std::filesystem::path& folder) {
  return Command(arguments, folder).wait();
}

void expect_refusal(const Outcome& outcome, int exit_code, const std::vector<std::string>& parts) {
  EXPECT_EQ(outcome.exit_code, exit_code) << outcome;
  EXPECT_EQ(outcome.out, "");
  for (const std::string& part : parts) EXPECT_THAT(outcome.err, ::testing::HasSubstr(part));
}

}  // namespace disgnn::testing
