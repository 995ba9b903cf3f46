#pragma once

#include <string>
#include <vector>

#include "disgnn/config/settings.h"
#include "disgnn/data/dataset.h"
#include "disgnn/run/run_folder.h"
#include "disgnn/run/run_result.h"
#include "disgnn/train/trainer.h"

namespace disgnn::run {

/// Sees an experiment go by; the command line draws its progress bar with it.
class ExperimentObserver {
 public:
  virtual ~ExperimentObserver() = default;
  virtual void warning(const std::string& /*text*/) {}
  /// DeepWalk vectors are being computed for a graph without features.
  virtual void embedding(double /*share_done*/) {}
  /// Called now and then while a prediction stage is fitted after training.
  virtual void fitting_stage(std::int64_t /*run*/, const std::string& /*stage*/) {}
  /// `first_epoch` > 1 when training goes on from a checkpoint.
  virtual void run_started(std::int64_t /*run*/, std::uint64_t /*seed*/,
                           std::int64_t /*first_epoch*/) {}
  virtual void epoch_finished(const train::EpochRecord& /*record*/,
                              const train::EarlyStopping& /*progress*/) {}
  virtual void run_finished(const RunResult& /*result*/) {}
  /// Asked while a run is prepared and after every epoch; true saves a checkpoint, if there is
  /// anything to save, and ends with Error (kInterrupted).
  [[nodiscard]] virtual bool stop_requested() const { return false; }
};

enum class StartMode : std::uint8_t { kFresh, kResume };

/// Trains settings.runs models with seeds seed, seed+1, …, each on its own split, and fills the run
/// folder. The weights and predictions kept are those of the run with the best validation accuracy.
/// A killed experiment started again with kResume ends with the same weights.
std::vector<RunResult> run_experiment(const Dataset& data, const Settings& settings,
                                      const RunFolder& folder, StartMode mode,
                                      ExperimentObserver& observer);

}  // namespace disgnn::run
