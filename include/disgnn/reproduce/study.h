#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "disgnn/reproduce/plan.h"
#include "disgnn/run/run_result.h"
#include "disgnn/run/settings.h"

namespace disgnn::reproduce {

struct StudyOptions {
  std::filesystem::path data_root;
  std::filesystem::path out;
  std::int64_t runs = 3;
  std::int64_t trials = 9;  ///< of the search for each tuned cell; 1: none, the defaults
  std::int64_t epochs = 0;  ///< most epochs; 0: as in the defaults
  std::int64_t jobs = 1;    ///< cells at the same time, one thread each
};

struct CellResult {
  Cell cell;
  std::vector<run::RunResult> runs;
  tune::OptionValues tuned;  ///< what the search changed
  std::int64_t trials = 0;
  double seconds = 0;  ///< search and runs
};

/// Sees a study go by.
class StudyObserver {
 public:
  virtual ~StudyObserver() = default;
  virtual void cell_finished(const CellResult& /*result*/, std::size_t /*done*/,
                             std::size_t /*total*/, double /*remaining_seconds*/) {}
  virtual void skipped(const std::string& /*what*/) {}
  virtual void message(const std::string& /*text*/) {}
  [[nodiscard]] virtual bool stop_requested() const { return false; }
};

/// Results by dataset and variant.
using StudyResults = std::map<std::pair<std::string, std::string>, CellResult>;

/// Null where there is none.
const CellResult* find_result(const StudyResults& results, const std::string& dataset,
                              const std::string& variant);

/// Computes what is not there yet: for every cell a search on validation accuracy, then runs with
/// the best settings, tested once each. Every finished cell, trial and epoch is kept in
/// options.out, so a study that was stopped goes on when started again. Cells of graphs that are
/// not in the data root are left out, and the observer is told what is missing.
StudyResults run_study(const std::vector<Cell>& cells, const StudyOptions& options,
                       StudyObserver& observer);

/// The run folder of a finished cell, with the weights of its best run.
std::filesystem::path run_folder_of(const StudyOptions& options, const Cell& cell);

}  // namespace disgnn::reproduce
