#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <vector>

#include "disgnn/train/trainer.h"

namespace disgnn::run {

/// What is needed from earlier epochs of a run to finish its summary after --resume.
struct EpochTimes {
  double class_step_ms = 0;  ///< median of the epoch's class steps
  double full_step_ms = 0;
  double epoch_ms = 0;  ///< all steps and the evaluation
  double seconds = 0;   ///< since the run started
};

/// metrics.jsonl: one JSON object per line, run and epoch.
class MetricsLog {
 public:
  explicit MetricsLog(std::filesystem::path path) : path_(std::move(path)) {}

  /// Keeps the lines of runs before `run` and of its epochs up to `epoch`, drops the rest (written
  /// after the checkpoint that training goes on from). Returns the times of the kept epochs of
  /// `run`.
  std::vector<EpochTimes> rewind(std::int64_t run, std::int64_t epoch);
  /// Appends and flushes one line.
  void append(std::int64_t run, std::uint64_t seed, const train::EpochRecord& record,
              const EpochTimes& times);

 private:
  std::filesystem::path path_;
  std::ofstream stream_;
};

}  // namespace disgnn::run
