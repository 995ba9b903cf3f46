#include "disgnn/reproduce/study.h"

#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/run/embedded_features.h"
#include "disgnn/run/experiment.h"
#include "disgnn/run/finished_runs.h"
#include "disgnn/run/json_format.h"
#include "disgnn/run/run_data.h"
#include "disgnn/tune/tune.h"

namespace disgnn::reproduce {
namespace {

using run::Json;
using Clock = std::chrono::steady_clock;

constexpr const char* kFormat = "disgnn-cell-1";

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::filesystem::path folder_of(const StudyOptions& options, const Cell& cell) {
  return options.out / "cells" / cell.dataset / cell.variant;
}

/// What a stored cell must have been made with to be taken over.
Json recipe_of(const StudyOptions& options) {
  return {{"runs", options.runs}, {"trials", options.trials}, {"epochs", options.epochs}};
}

void store(const StudyOptions& options, const CellResult& result) {
  Json tuned = Json::object();
  for (const auto& [option, value] : result.tuned) tuned[option] = value;
  const Json json = {{"format", kFormat},
                     {"recipe", recipe_of(options)},
                     {"tuned", tuned},
                     {"trials", result.trials},
                     {"seconds", result.seconds},
                     {"runs", Json::parse(run::runs_to_json(result.runs))}};
  write_file_atomically(folder_of(options, result.cell) / "cell.json", run::dump(json) + "\n");
}

std::optional<CellResult> stored(const StudyOptions& options, const Cell& cell) {
  const std::filesystem::path path = folder_of(options, cell) / "cell.json";
  if (!std::filesystem::exists(path)) return std::nullopt;
  const Json json = Json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
  CellResult result{cell, {}, {}, 0, 0};
  try {
    if (json.at("format") != kFormat || json.at("recipe") != recipe_of(options)) {
      throw usage_error(fmt::format("{} holds a study with other --runs, --trials or --epochs",
                                    options.out.string()),
                        "repeat the options it was begun with, or name another folder with --out");
    }
    for (const auto& [option, value] : json.at("tuned").items()) {
      result.tuned.emplace_back(option, value.get<std::string>());
    }
    result.trials = json.at("trials");
    result.seconds = json.at("seconds");
    result.runs = run::runs_from_json(json.at("runs").dump(), path.string());
  } catch (const nlohmann::json::exception&) {
    throw input_error(Where{path.string()}, "is damaged", "remove it to compute the cell anew");
  }
  return result;
}

/// Graphs are loaded when the first cell needs them.
class Graphs {
 public:
  Graphs(const StudyOptions& options, StudyObserver& observer)
      : options_(options), observer_(observer) {}

  std::shared_ptr<const Dataset> load(const std::string& name) {
    const std::lock_guard lock(mutex_);
    auto& slot = loaded_[name];
    if (slot) return slot;
    run::Settings settings;
    settings.data = (options_.data_root / name).string();
    Dataset data = run::load_dataset(settings);
    if (!has_features(data.features)) {
      const std::filesystem::path cache = options_.out / "data" / (name + "-deepwalk.npy");
      if (!std::filesystem::exists(cache)) observer_.message("DeepWalk vectors of " + name);
      run::add_embedded_features(data, cache, [&](double) { return !observer_.stop_requested(); });
    }
    slot = std::make_shared<const Dataset>(std::move(data));
    return slot;
  }

 private:
  const StudyOptions& options_;
  StudyObserver& observer_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Dataset>> loaded_;
};

class StopOnly : public run::ExperimentObserver, public tune::TuneObserver {
 public:
  explicit StopOnly(const StudyObserver& observer) : observer_(observer) {}
  void warning(const std::string& /*text*/) override {}
  [[nodiscard]] bool stop_requested() const override { return observer_.stop_requested(); }

 private:
  const StudyObserver& observer_;
};

class Study {
 public:
  Study(const StudyOptions& options, StudyObserver& observer)
      : options_(options), observer_(observer), graphs_(options, observer) {}

  StudyResults run(const std::vector<Cell>& cells) {
    std::vector<Cell> leaders;
    std::vector<Cell> followers;
    for (const Cell& cell : cells) {
      if (!is_there(cell.dataset)) continue;
      if (auto result = stored(options_, cell)) {
        results_[{cell.dataset, cell.variant}] = std::move(*result);
      } else {
        (cell.follows.empty() ? leaders : followers).push_back(cell);
      }
    }
    total_ = results_.size() + leaders.size() + followers.size();
    for (const auto* const wave : {&leaders, &followers}) {
      for (const Cell& cell : *wave) left_ += cost_of(cell);
    }
    run_wave(leaders);
    run_wave(followers);
    return std::move(results_);
  }

 private:
  bool is_there(const std::string& dataset) {
    if (missing_.contains(dataset)) return false;
    if (std::filesystem::exists(options_.data_root / dataset)) return true;
    missing_.insert(dataset);
    observer_.skipped(fmt::format("no graph '{}' in {}: its cells are left out", dataset,
                                  options_.data_root.string()));
    return false;
  }

  void run_wave(const std::vector<Cell>& cells) {
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> failed = false;
    std::exception_ptr failure;
    const auto work = [&] {
      at::init_num_threads();
      for (std::size_t i = next++; i < cells.size() && !failed; i = next++) {
        try {
          finish(cells[i], compute(cells[i]));
        } catch (...) {
          const std::lock_guard lock(mutex_);
          failed = true;
          if (!failure) failure = std::current_exception();
        }
      }
    };
    std::vector<std::thread> helpers;
    for (std::int64_t i = 1; i < options_.jobs; ++i) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
  }

  CellResult compute(const Cell& cell) {
    const auto start = Clock::now();
    const std::shared_ptr<const Dataset> data = graphs_.load(cell.dataset);
    run::Settings base;
    base.data = std::filesystem::absolute(options_.data_root / cell.dataset).string();
    base.runs = options_.runs;
    base.threads = 1;
    if (options_.epochs > 0) base.epochs = options_.epochs;
    CellResult result{cell, {}, {}, 0, 0};
    StopOnly observer(observer_);
    if (cell.follows.empty()) {
      base = tune::with_values(base, cell.options);
      result.trials = options_.trials;
      if (options_.trials > 1) {
        const auto found = tune::tune(
            *data, base, fixed_by(cell),
            {.trials = options_.trials, .folder = folder_of(options_, cell) / "tune"}, observer);
        result.tuned = found.best.values;
      }
      base = tune::with_values(base, result.tuned);
    } else {
      result.tuned = leader_of(cell).tuned;
      base = tune::with_values(base, result.tuned);
      base = tune::with_values(base, cell.options);
    }
    run::resolve(base);
    const run::RunFolder folder(run_folder_of(options_, cell));
    const bool resume = std::filesystem::exists(folder.config());
    result.runs = run::run_experiment(
        *data, base, folder, resume ? run::StartMode::kResume : run::StartMode::kFresh, observer);
    result.seconds = seconds_since(start);
    return result;
  }

  /// Options of the variant, but for the weight of its pretext task, which is searched for.
  static std::set<std::string> fixed_by(const Cell& cell) {
    std::set<std::string> fixed;
    for (const auto& [option, value] : cell.options) {
      if (option != "pretext") fixed.insert(option);
    }
    return fixed;
  }

  const CellResult& leader_of(const Cell& cell) {
    const std::lock_guard lock(mutex_);
    return results_.at({cell.dataset, cell.follows});
  }

  void finish(const Cell& cell, CellResult result) {
    store(options_, result);
    const std::lock_guard lock(mutex_);
    spent_ += result.seconds;
    const double cost = cost_of(cell);
    spent_cost_ += cost;
    left_ -= cost;
    const CellResult& kept =
        results_.insert_or_assign({cell.dataset, cell.variant}, std::move(result)).first->second;
    observer_.cell_finished(kept, results_.size(), total_,
                            left_ * spent_ / spent_cost_ / static_cast<double>(options_.jobs));
  }

  /// A rough measure of the work, for guessing the time that is left: the size of the edge list,
  /// times ten for models with channels, a third without a search.
  double cost_of(const Cell& cell) const {
    std::error_code failure;
    const auto bytes =
        std::filesystem::file_size(options_.data_root / cell.dataset / "edges.npy", failure);
    const double size = failure ? 1e5 : 1e5 + static_cast<double>(bytes);
    return size * (cell.variant.starts_with("disgnn") ? 10 : 1) * (cell.follows.empty() ? 3 : 1);
  }

  const StudyOptions& options_;
  StudyObserver& observer_;
  Graphs graphs_;
  std::mutex mutex_;
  StudyResults results_;
  std::set<std::string> missing_;
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

std::filesystem::path run_folder_of(const StudyOptions& options, const Cell& cell) {
  return folder_of(options, cell) / "run";
}

StudyResults run_study(const std::vector<Cell>& cells, const StudyOptions& options,
                       StudyObserver& observer) {
  if (!std::filesystem::is_directory(options.data_root)) {
    throw input_error(Where{options.data_root.string()}, "is no folder",
                      "name the folder of the graphs with --data-root");
  }
  std::filesystem::create_directories(options.out);
  return Study(options, observer).run(cells);
}

}  // namespace disgnn::reproduce
