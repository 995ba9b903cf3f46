#include "disgnn/reproduce/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <set>

#include "disgnn/config/option_schema.h"
#include "disgnn/config/settings_file.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/run/experiment.h"
#include "disgnn/tune/tune.h"
#include "reproduce/cell_store.h"
#include "reproduce/generated_graphs.h"
#include "reproduce/study_graphs.h"
#include "tune/workers.h"

namespace disgnn::reproduce {
namespace {

/// Passes on nothing but the wish to stop.
class StopOnly : public run::ExperimentObserver, public tune::TuneObserver {
 public:
  StopOnly(const StudyObserver& observer, const std::atomic<bool>& stopping)
      : observer_(observer), stopping_(stopping) {}
  void warning(const std::string& /*text*/) override {}
  [[nodiscard]] bool stop_requested() const override {
    return stopping_ || observer_.stop_requested();
  }

 private:
  const StudyObserver& observer_;
  const std::atomic<bool>& stopping_;
};

/// What differs from the defaults of 'train', but for data, threads and runs.
tune::OptionValues differences(const run::Settings& settings) {
  run::Settings defaults = run::default_settings(settings.model);
  defaults.model = run::Settings{}.model;
  tune::OptionValues values;
  for (const run::Option& option : run::option_schema()) {
    if (option.section == "data" || option.name == "threads" || option.name == "runs") continue;
    const std::string value = option.value(settings);
    if (value != option.value(defaults)) values.emplace_back(option.name, value);
  }
  return values;
}

/// False for a cell that took over settings which its leader no longer has.
bool has_settings_of_leader(const StudyResults& results, const Cell& cell,
                            const StoredCell& stored) {
  if (cell.follows.empty()) return true;
  const CellResult* const leader = find_result(results, cell.dataset, cell.follows);
  return leader != nullptr && (!stored.result || stored.result->tuned == leader->tuned);
}

class Study {
 public:
  Study(const StudyOptions& options, StudyObserver& observer)
      : options_(options), observer_(observer), graphs_(options, observer) {}

  StudyResults run(const std::vector<Cell>& cells) {
    std::vector<Cell> leaders;
    std::vector<Cell> followers;
    for (const Cell& cell : cells) {
      if (!is_there(cell.dataset) || take_over(cell)) continue;
      (cell.follows.empty() ? leaders : followers).push_back(cell);
    }
    const auto is_lost = [&](const Cell& cell) {
      return !is_generated(cell.dataset) && !graphs_found_.contains(cell.dataset);
    };
    const auto is_drawn = [](const Cell& cell) { return is_generated(cell.dataset); };
    if (std::any_of(cells.begin(), cells.end(), is_lost) &&
        std::all_of(cells.begin(), cells.end(),
                    [&](const Cell& cell) { return is_lost(cell) || is_drawn(cell); })) {
      throw input_error(Where{options_.data_root.string()}, "holds none of the graphs to study",
                        "name the folder of the graphs with --data-root");
    }
    total_ = done() + leaders.size() + followers.size();
    for (const auto* const wave : {&leaders, &followers}) {
      for (const Cell& cell : *wave) left_ += cost_of(cell);
    }
    for (const auto* const wave : {&leaders, &followers}) {
      tune::share_out(wave->size(), options_.jobs, stopping_,
                      [&](std::size_t i) { finish((*wave)[i]); });
    }
    return std::move(results_);
  }

 private:
  bool is_there(const std::string& dataset) {
    if (graphs_found_.contains(dataset)) return true;
    if (missing_.contains(dataset)) return false;
    if (std::filesystem::exists(graph_folder(options_, dataset))) {
      try {
        (void)graphs_.load(dataset);
        graphs_found_.insert(dataset);
        return true;
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::kInput) throw;
        observer_.skipped(fmt::format("{}; the cells of '{}' are left out", error.what(), dataset));
      }
    } else {
      observer_.skipped(fmt::format("no graph '{}' in {}: its cells are left out", dataset,
                                    options_.data_root.string()));
    }
    missing_.insert(dataset);
    return false;
  }

  /// True when the cell needs no more work.
  bool take_over(const Cell& cell) {
    auto stored = stored_cell(options_, cell, graphs_.load(cell.dataset)->fingerprint);
    if (!stored || !has_settings_of_leader(results_, cell, *stored)) return false;
    if (stored->result) {
      results_[{cell.dataset, cell.variant}] = std::move(*stored->result);
    } else {
      ++failed_;
      observer_.failed(cell, stored->failure);
    }
    return true;
  }

  void finish(const Cell& cell) {
    if (!cell.follows.empty() && !has_leader(cell)) {
      const std::lock_guard lock(mutex_);
      note_failure(cell,
                   fmt::format("it takes over the settings of {}, which failed", cell.follows));
      return;
    }
    try {
      CellResult result = compute(cell);
      store_result(options_, result, graphs_.load(cell.dataset)->fingerprint);
      const std::lock_guard lock(mutex_);
      note_cost(cell, result.seconds);
      const CellResult& kept =
          results_.insert_or_assign({cell.dataset, cell.variant}, std::move(result)).first->second;
      observer_.cell_finished(kept, done(), total_, remaining_seconds());
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kInterrupted) {
        throw Error(ErrorKind::kInterrupted, "stopped; the same command goes on from here");
      }
      if (error.kind() != ErrorKind::kTraining) throw;
      store_failure(options_, cell, graphs_.load(cell.dataset)->fingerprint, error.what());
      const std::lock_guard lock(mutex_);
      note_failure(cell, error.what());
    }
  }

  CellResult compute(const Cell& cell) {
    const std::shared_ptr<const StudyGraph> graph = graphs_.with_features(cell.dataset);
    run::Settings base = run::default_settings(model_of(cell));
    base.data = std::filesystem::absolute(graph_folder(options_, cell.dataset)).string();
    base.runs = options_.runs;
    base.threads = 1;
    if (options_.epochs > 0) base.epochs = options_.epochs;
    if (options_.patience > 0) base.patience = options_.patience;
    CellResult result{.cell = cell,
                      .runs = {},
                      .tuned = {},
                      .settings = {},
                      .embedded_features = graph->data.embedded_features,
                      .commit = options_.commit};
    StopOnly observer(observer_, stopping_);
    if (cell.follows.empty()) {
      base = tune::with_values(base, cell.options);
      result.trials = cell.searched ? options_.trials : 1;
      if (result.trials > 1) search(cell, graph->data, base, observer, result);
      base = tune::with_values(base, result.tuned);
    } else {
      result.tuned = tuned_by_leader(cell);
      base = tune::with_values(base, result.tuned);
      base = tune::with_values(base, cell.options);
    }
    result.settings = differences(base);
    run::resolve(base);
    result.runs = train(cell, *graph, base, observer);
    for (const run::RunResult& run : result.runs) result.seconds += run.seconds;
    return result;
  }

  void search(const Cell& cell, const Dataset& data, const run::Settings& base, StopOnly& observer,
              CellResult& result) const {
    // Options of the variant, but for the weight of its pretext task, which is searched for.
    std::set<std::string> fixed;
    for (const auto& [option, value] : cell.options) {
      if (option != "pretext") fixed.insert(option);
    }
    const tune::TuneResult found = tune::tune(data, base, fixed,
                                              {.strategy = options_.strategy,
                                               .trials = options_.trials,
                                               .model_for = tune::ModelFor::kThisGraph,
                                               .folder = folder_of(options_, cell) / "tune"},
                                              observer);
    result.tuned = found.best.values;
    for (const tune::TrialRecord& record : found.records) result.seconds += record.seconds;
  }

  /// Goes on with a run that was stopped, unless it was started with other settings.
  std::vector<run::RunResult> train(const Cell& cell, const StudyGraph& graph,
                                    const run::Settings& settings, StopOnly& observer) const {
    const run::RunFolder folder(run_folder_of(options_, cell));
    const bool resume = std::filesystem::exists(folder.config()) &&
                        read_file(folder.config()) == run::to_toml(settings);
    if (!resume) std::filesystem::remove_all(folder.path());
    if (graph.data.embedded_features && !std::filesystem::exists(folder.embedding())) {
      // The run folder can be used by itself.
      std::filesystem::create_directories(folder.embedding().parent_path());
      std::filesystem::copy_file(graph.embedding, folder.embedding());
    }
    return run::run_experiment(graph.data, settings, folder,
                               resume ? run::StartMode::kResume : run::StartMode::kFresh, observer);
  }

  tune::OptionValues tuned_by_leader(const Cell& cell) {
    const std::lock_guard lock(mutex_);
    return find_result(results_, cell.dataset, cell.follows)->tuned;
  }

  bool has_leader(const Cell& cell) {
    const std::lock_guard lock(mutex_);
    return find_result(results_, cell.dataset, cell.follows) != nullptr;
  }

  [[nodiscard]] std::size_t done() const { return results_.size() + failed_; }

  void note_failure(const Cell& cell, const std::string& why) {
    ++failed_;
    note_cost(cell, 0);
    observer_.failed(cell, why);
  }

  void note_cost(const Cell& cell, double seconds) {
    const double cost = cost_of(cell);
    left_ -= cost;
    if (seconds == 0) return;
    spent_ += seconds;
    spent_cost_ += cost;
  }

  [[nodiscard]] double remaining_seconds() const {
    return left_ * spent_ / spent_cost_ / static_cast<double>(options_.jobs);
  }

  /// A rough measure of the work, for guessing the time that is left: the size of the edge list,
  /// plus what nodes cost, times four for models with channels, half without a search.
  [[nodiscard]] double cost_of(const Cell& cell) const {
    std::error_code failure;
    const auto bytes =
        std::filesystem::file_size(graph_folder(options_, cell.dataset) / "edges.npy", failure);
    constexpr double kNodes = 5e5;
    const double size = failure ? kNodes : kNodes + static_cast<double>(bytes);
    return size * (cell.variant.starts_with("disgnn") ? 4 : 1) *
           (cell.follows.empty() && cell.searched ? 2 : 1);
  }

  const StudyOptions& options_;
  StudyObserver& observer_;
  StudyGraphs graphs_;
  std::mutex mutex_;
  std::atomic<bool> stopping_ = false;
  StudyResults results_;
  std::set<std::string> graphs_found_;
  std::set<std::string> missing_;
  std::size_t failed_ = 0;
  std::size_t total_ = 0;
  double spent_ = 0;
  double spent_cost_ = 0;
  double left_ = 0;
};

}  // namespace

const CellResult* find_result(const StudyResults& results, const std::string& dataset,
                              const std::string& variant) {
  const auto found = results.find({dataset, variant});
  return found == results.end() ? nullptr : &found->second;
}

std::vector<double> percentages(const CellResult& result, double run::RunResult::*field) {
  std::vector<double> values;
  for (const run::RunResult& run : result.runs) values.push_back(100 * (run.*field));
  return values;
}

void add_stored_cells(StudyResults& results, const StudyOptions& options) {
  StudyObserver nobody;
  StudyGraphs graphs(options, nobody);
  for (const std::string& experiment : experiment_names()) {
    for (const Cell& cell : cells_of(experiment)) {
      if (results.contains({cell.dataset, cell.variant}) ||
          !std::filesystem::exists(folder_of(options, cell) / "cell.json") ||
          !std::filesystem::exists(graph_folder(options, cell.dataset))) {
        continue;
      }
      try {
        auto stored = stored_cell(options, cell, graphs.load(cell.dataset)->fingerprint);
        if (stored->result && has_settings_of_leader(results, cell, *stored)) {
          results[{cell.dataset, cell.variant}] = std::move(*stored->result);
        }
      } catch (const Error&) {
        continue;  // of another study: none of this report's business
      }
    }
  }
}

std::filesystem::path embedding_file(const StudyOptions& options, const std::string& dataset) {
  return options.out / "data" / (dataset + "-deepwalk.npy");
}

std::filesystem::path run_folder_of(const StudyOptions& options, const Cell& cell) {
  return folder_of(options, cell) / "run";
}

StudyResults run_study(const std::vector<Cell>& cells, const StudyOptions& options,
                       StudyObserver& observer) {
  const bool reads_graphs = std::any_of(
      cells.begin(), cells.end(), [](const Cell& cell) { return !is_generated(cell.dataset); });
  if (reads_graphs && options.data_root.empty()) {
    throw usage_error("no folder of graphs is named", "name it with --data-root");
  }
  if (reads_graphs && !std::filesystem::is_directory(options.data_root)) {
    throw input_error(Where{options.data_root.string()}, "is no folder",
                      "name the folder of the graphs with --data-root");
  }
  std::filesystem::create_directories(options.out);
  return Study(options, observer).run(cells);
}

}  // namespace disgnn::reproduce
