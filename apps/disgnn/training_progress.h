#pragma once

#include <chrono>
#include <string>

#include "disgnn/run/experiment.h"

namespace disgnn::app {

/// Shows training on stderr: a bar with ETA on a terminal, plain lines elsewhere.
class TrainingProgress : public run::ExperimentObserver {
 public:
  TrainingProgress(const run::Settings& settings, bool quiet);

  void warning(const std::string& text) override;
  void embedding(double share_done) override;
  void fitting_stage(std::int64_t run, const std::string& stage) override;
  void run_started(std::int64_t run, std::uint64_t seed, std::int64_t first_epoch) override;
  void epoch_finished(const train::EpochRecord& record,
                      const train::EarlyStopping& progress) override;
  void run_finished(const run::RunResult& result) override;
  [[nodiscard]] bool stop_requested() const override;

 private:
  void clear_bar() const;
  [[nodiscard]] std::string remaining_time(std::int64_t epoch) const;

  std::int64_t epochs_;
  std::int64_t runs_;
  bool quiet_;
  bool terminal_;
  std::int64_t run_ = 0;
  std::string fitted_stage_;  // and the run it is of
  bool said_that_it_fits_ = false;
  std::int64_t first_epoch_ = 1;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_line_;
};

}  // namespace disgnn::app
