#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "disgnn/data/dataset.h"
#include "disgnn/tune/journal.h"

namespace disgnn::tune {

enum class Strategy : std::uint8_t {
  kHalving,  ///< random trials, of which the better third goes on three times as long, and so on
  kRandom,   ///< random trials, all trained to the end
  kGrid,     ///< the paper's grid of lambdas, all trained to the end
};

struct TuneOptions {
  Strategy strategy = Strategy::kHalving;
  std::int64_t trials = 18;  ///< not of the grid, which has as many as it has
  std::int64_t jobs = 1;     ///< trials at the same time, one thread each where more than one
  ModelFor model_for = ModelFor::kAnyGraph;
  std::filesystem::path folder;  ///< of the journal and the trials' checkpoints
};

/// Sees a search go by.
class TuneObserver {
 public:
  virtual ~TuneObserver() = default;
  /// `remaining_seconds` is a guess from the trials so far.
  virtual void trial_finished(const TrialRecord& /*record*/, const TrialRecord& /*best*/,
                              std::int64_t /*done*/, std::int64_t /*total*/,
                              double /*remaining_seconds*/) {}
  virtual void warning(const std::string& /*text*/) {}
  [[nodiscard]] virtual bool stop_requested() const { return false; }
};

struct TuneResult {
  TrialRecord best;
  run::Settings settings;  ///< the base with the best trial's values
  std::vector<TrialRecord> records;
};

/// `base` need not be resolved: what follows another option (input dropout) follows it in each
/// trial. Searches for the settings with the best validation accuracy on the split of `base.seed`.
/// Test labels are never looked at. Options in `fixed` stay as they are. A search that was stopped
/// goes on where it was when started again in the same folder.
TuneResult tune(const Dataset& data, const run::Settings& base, const std::set<std::string>& fixed,
                const TuneOptions& options, TuneObserver& observer);

/// "--lr 0.003 --dropout 0.2", for a shell.
std::string command_line_of(const OptionValues& values);

}  // namespace disgnn::tune
