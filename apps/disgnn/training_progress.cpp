#include "training_progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "duration.h"
#include "interrupt.h"

namespace disgnn::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPlainLineEvery{5};
constexpr std::chrono::seconds kSilence{2};  // what is prepared faster goes without a word
constexpr std::int64_t kBarWidth = 20;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string bar(std::int64_t done, std::int64_t total) {
  const std::int64_t filled = done * kBarWidth / std::max<std::int64_t>(total, 1);
  return std::string(filled, '#') + std::string(kBarWidth - filled, '.');
}

std::size_t terminal_columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

TrainingProgress::TrainingProgress(const run::Settings& settings, bool quiet)
    : epochs_(settings.epochs),
      runs_(settings.runs),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0) {}

void TrainingProgress::warning(const std::string& text) {
  clear_bar();
  fmt::print(stderr, "warning: {}\n", text);
}

void TrainingProgress::embedding(double share_done) {
  if (quiet_) return;
  const auto percent = static_cast<std::int64_t>(100 * share_done);
  if (terminal_) {
    fmt::print(stderr, "\r\x1b[K[{}] computing DeepWalk vectors", bar(percent, 100));
    std::fflush(stderr);
  } else if (share_done == 0) {
    fmt::print(stderr, "computing DeepWalk vectors\n");
  }
}

void TrainingProgress::fitting_stage(std::int64_t run, const std::string& stage) {
  const std::string now = fmt::format("{}/{}", run, stage);
  if (fitted_stage_ != now) {
    fitted_stage_ = now;
    said_that_it_fits_ = false;
    start_ = Clock::now();
  }
  if (quiet_ || said_that_it_fits_ || Clock::now() - start_ < kSilence) return;
  said_that_it_fits_ = true;
  fmt::print(stderr, "{}run {}/{}: fitting the stage {} to the training labels{}",
             terminal_ ? "\r\x1b[K" : "", run + 1, runs_, stage, terminal_ ? "" : "\n");
  std::fflush(stderr);
}

void TrainingProgress::run_started(std::int64_t run, std::uint64_t seed, std::int64_t first_epoch) {
  run_ = run;
  first_epoch_ = first_epoch;
  start_ = last_line_ = Clock::now();
  if (quiet_) return;
  clear_bar();
  fmt::print(stderr, "run {}/{} (seed {}){}\n", run + 1, runs_, seed,
             first_epoch > 1 ? fmt::format(", going on at epoch {}", first_epoch) : "");
}

std::string TrainingProgress::remaining_time(std::int64_t epoch) const {
  const auto done = static_cast<double>(epoch - first_epoch_ + 1);
  return duration_text(seconds_since(start_) / done * static_cast<double>(epochs_ - epoch));
}

void TrainingProgress::epoch_finished(const train::EpochRecord& record,
                                      const train::EarlyStopping& progress) {
  if (quiet_) return;
  std::string losses = fmt::format("node {:.3f}", record.node_loss);
  for (const auto& [name, value] : record.task_losses) {
    losses += fmt::format(" {} {:.3f}", name, value);
  }
  const bool by_f1 = progress.select_by == train::SelectBy::kMacroF1;
  const std::string accuracies =
      fmt::format("train {:.1f}% val {}{:.1f}% (best {:.1f}% at {})", 100 * record.train_accuracy,
                  by_f1 ? "macro-F1 " : "", 100 * progress.measure(record.validation),
                  100 * progress.measure(progress.best), progress.best_epoch);
  const std::string eta = remaining_time(record.epoch);
  if (terminal_) {
    std::string line = fmt::format("[{}] {}/{} {} | {} | at most {}", bar(record.epoch, epochs_),
                                   record.epoch, epochs_, accuracies, losses, eta);
    fmt::print(stderr, "\r\x1b[K{}", line.substr(0, terminal_columns() - 1));
    std::fflush(stderr);
  } else if (Clock::now() - last_line_ >= kPlainLineEvery) {
    last_line_ = Clock::now();
    fmt::print(stderr, "epoch {}/{}: {}, {}, at most {} left\n", record.epoch, epochs_, accuracies,
               losses, eta);
  }
}

void TrainingProgress::run_finished(const run::RunResult& result) {
  clear_bar();
  if (quiet_) return;
  fmt::print(stderr,
             "run {}/{}: {} epochs in {:.1f} s, best at {}: validation {:.2f}%, test {:.2f}%, "
             "macro-F1 {:.2f}%\n",
             run_ + 1, runs_, result.epochs, result.seconds, result.best_epoch,
             100 * result.validation_accuracy, 100 * result.test_accuracy,
             100 * result.test_macro_f1);
}

bool TrainingProgress::stop_requested() const {
  return interrupt_requested();
}

void TrainingProgress::clear_bar() const {
  if (terminal_ && !quiet_) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace disgnn::app
