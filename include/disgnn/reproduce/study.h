#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "disgnn/config/settings.h"
#include "disgnn/reproduce/plan.h"
#include "disgnn/run/run_result.h"
#include "disgnn/tune/tune.h"

namespace disgnn::reproduce {

struct StudyOptions {
  std::filesystem::path data_root;
  std::filesystem::path out;
  std::int64_t runs = 3;
  std::int64_t trials = 9;  ///< of the search for each tuned cell; 1: none, the defaults
  tune::Strategy strategy = tune::Strategy::kHalving;
  std::int64_t epochs = 0;    ///< most epochs; 0: as in the defaults
  std::int64_t patience = 0;  ///< epochs without improvement; 0: as in the defaults
  std::int64_t jobs = 1;      ///< cells at the same time; each has one thread
  std::string commit{};       ///< of this program, for the record
};

struct CellResult {
  Cell cell;
  std::vector<run::RunResult> runs;
  tune::OptionValues tuned;     ///< what the search changed
  tune::OptionValues settings;  ///< all that differs from the defaults of 'train'
  bool embedded_features = false;
  std::string commit;  ///< of the program that computed it
  std::int64_t trials = 0;
  double seconds = 0;  ///< of training, search and runs
};

/// Sees a study go by. May be told from several threads, but by one at a time.
class StudyObserver {
 public:
  virtual ~StudyObserver() = default;
  virtual void cell_finished(const CellResult& /*result*/, std::size_t /*done*/,
                             std::size_t /*total*/, double /*remaining_seconds*/) {}
  /// A cell that cannot be computed; the others go on.
  virtual void failed(const Cell& /*cell*/, const std::string& /*why*/) {}
  virtual void skipped(const std::string& /*what*/) {}
  virtual void message(const std::string& /*text*/) {}
  [[nodiscard]] virtual bool stop_requested() const { return false; }
};

/// Results by dataset and variant.
using StudyResults = std::map<std::pair<std::string, std::string>, CellResult>;

/// Null where there is none.
const CellResult* find_result(const StudyResults& results, const std::string& dataset,
                              const std::string& variant);

/// A field of all runs, in percent.
std::vector<double> percentages(const CellResult& result, double run::RunResult::*field);

/// Computes what is not there yet: for every cell a search on validation accuracy, then runs with
/// the best settings, tested once each. Finished cells, trials and epochs of runs are kept in
/// options.out, so a study that was stopped goes on when started again. Cells of graphs that are
/// not in the data root, and cells whose training diverges, are left out, and the observer is told.
/// Throws Error (kUsage) when options.out holds cells computed with other options or other data.
StudyResults run_study(const std::vector<Cell>& cells, const StudyOptions& options,
                       StudyObserver& observer);

/// Adds the finished cells of all experiments that are in options.out, computed with the same
/// options, so that a report on one experiment does not forget another.
void add_stored_cells(StudyResults& results, const StudyOptions& options);

/// Where a study keeps the DeepWalk vectors of a graph without features.
std::filesystem::path embedding_file(const StudyOptions& options, const std::string& dataset);

/// The run folder of a finished cell, with the weights of its best run.
std::filesystem::path run_folder_of(const StudyOptions& options, const Cell& cell);

}  // namespace disgnn::reproduce
