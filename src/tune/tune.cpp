#include "disgnn/tune/tune.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>

#include "disgnn/config/model_settings.h"
#include "disgnn/config/option_schema.h"
#include "disgnn/core/error.h"
#include "disgnn/data/fingerprint.h"
#include "disgnn/run/run_data.h"
#include "disgnn/train/checkpoint.h"
#include "disgnn/train/trainer.h"
#include "tune/workers.h"

namespace disgnn::tune {
namespace {

constexpr std::int64_t kReduction = 3;

/// A stage of the search: so many trials trained to so many epochs.
struct Rung {
  std::int64_t trials;
  std::int64_t epochs;
};

std::vector<Rung> rungs_of(const TuneOptions& options, std::int64_t trials, std::int64_t epochs) {
  std::vector<Rung> rungs{{trials, epochs}};
  if (options.strategy != Strategy::kHalving) return rungs;
  constexpr std::size_t kMostRungs = 3;
  constexpr std::int64_t kFewestEpochs = 10;
  // From the last one back: three times the trials for a third of the epochs.
  std::vector<std::int64_t> lengths{epochs};
  std::int64_t survivors = trials;
  while (lengths.size() < kMostRungs && survivors >= kReduction &&
         lengths.front() / kReduction >= kFewestEpochs) {
    lengths.insert(lengths.begin(), lengths.front() / kReduction);
    survivors /= kReduction;
  }
  rungs.clear();
  std::int64_t left = trials;
  for (const std::int64_t length : lengths) {
    rungs.push_back({left, length});
    left = std::max<std::int64_t>(1, left / kReduction);
  }
  return rungs;
}

/// By what the epochs of a trial are chosen by.
bool is_better(const TrialRecord& a, const TrialRecord& b) {
  if (a.diverged != b.diverged) return b.diverged;
  if (a.validation_score != b.validation_score) return a.validation_score > b.validation_score;
  if (a.validation_loss != b.validation_loss) return a.validation_loss < b.validation_loss;
  return a.trial < b.trial;
}

class Search {
 public:
  Search(const Dataset& data, const run::Settings& base, const std::set<std::string>& fixed,
         const TuneOptions& options, TuneObserver& observer)
      : data_(data),
        base_(base),
        options_(options),
        observer_(observer),
        features_(run::model_input(base, data)),
        split_(run::make_split(base, data, static_cast<std::uint64_t>(base.seed))) {
    if (options.strategy == Strategy::kGrid) {
      values_ = paper_grid(base, fixed);
      if (values_.size() == 1) {
        observer.warning("the paper's grid is over the lambdas of disgnn: there is none to search");
      }
    } else {
      const std::vector<Dimension> space = search_space(base, fixed, options.model_for);
      if (space.empty()) observer.warning("every option is fixed: there is nothing to search for");
      const std::int64_t trials = space.empty() ? 1 : options.trials;
      const auto seed = static_cast<std::uint64_t>(base.seed);
      values_ = starting_points(base, fixed, seed, options.model_for);
      values_.resize(std::min<std::size_t>(values_.size(), trials));
      for (auto trial = static_cast<std::int64_t>(values_.size()); trial < trials; ++trial) {
        values_.push_back(random_values(space, seed, trial));
      }
    }
    for (const OptionValues& values : values_) run::require_trainable(settings_of(values), data);
    const auto trials = static_cast<std::int64_t>(values_.size());
    rungs_ = rungs_of(options, trials, base.epochs);
    for (const Rung& rung : rungs_) total_ += rung.trials;
  }

  TuneResult run(Journal& journal) {
    journal_ = &journal;
    std::vector<std::int64_t> alive;
    for (std::size_t i = 0; i < values_.size(); ++i) alive.push_back(static_cast<std::int64_t>(i));
    std::vector<TrialRecord> stage;
    for (const Rung& rung : rungs_) {
      alive.resize(rung.trials);
      run_rung(rung, alive);
      stage.clear();
      for (const std::int64_t trial : alive) stage.push_back(*journal.find(trial, rung.epochs));
      std::sort(stage.begin(), stage.end(), is_better);
      alive.clear();
      for (const TrialRecord& record : stage) alive.push_back(record.trial);
    }
    std::filesystem::remove_all(options_.folder / "trials");
    // Trials that were trained to the end alone are compared: they had the same chances.
    const TrialRecord best = stage.front();
    if (best.diverged) {
      throw Error(ErrorKind::kTraining,
                  "every trial diverged; give smaller values of --lr or --lambda-…");
    }
    return {best, settings_of(best.values), journal.records()};
  }

 private:
  [[nodiscard]] run::Settings settings_of(const OptionValues& values) const {
    run::Settings settings = with_values(base_, values);
    run::resolve(settings);
    return settings;
  }

  void run_rung(const Rung& rung, const std::vector<std::int64_t>& trials) {
    std::vector<std::int64_t> left;
    for (const std::int64_t trial : trials) {
      if (journal_->find(trial, rung.epochs) == nullptr) left.push_back(trial);
    }
    done_ += rung.trials - static_cast<std::int64_t>(left.size());
    share_out(left.size(), options_.jobs, stopping_,
              [&](std::size_t i) { run_trial(left[i], rung.epochs); });
  }

  /// Goes on from where an earlier rung left the trial, if its checkpoint is there.
  void run_trial(std::int64_t trial, std::int64_t epochs) {
    const auto start = std::chrono::steady_clock::now();
    run::Settings settings = settings_of(values_[trial]);
    const auto seed = static_cast<std::uint64_t>(settings.seed);
    settings.epochs = epochs;
    nn::ModelConfig config = run::model_config(settings, data_);
    const std::vector<std::int32_t> known_labels = split_.training_labels(data_.labels);
    (void)run::settle_options(config,
                              {features_, data_.graph.index(), known_labels, data_.classes});
    train::Trainer trainer({data_.graph, features_, data_.labels, data_.classes, split_}, config,
                           run::trainer_options(settings, seed));
    const std::filesystem::path checkpoint =
        options_.folder / "trials" / fmt::format("{}.safetensors", trial);
    // Says what the weights are of: a checkpoint of another search is of no use.
    const std::string label = fmt::format("trial {}: {}", trial, command_line_of(values_[trial]));
    train::load_checkpoint(checkpoint, trainer, label);
    TrialRecord record{.trial = trial, .epochs = epochs, .values = values_[trial]};
    try {
      while (!trainer.finished()) {
        trainer.run_epoch();
        if (observer_.stop_requested() || stopping_) {
          throw Error(ErrorKind::kInterrupted, "stopped; the same command goes on from here");
        }
      }
      record.validation_accuracy = trainer.progress().best.accuracy;
      record.validation_score = trainer.progress().measure(trainer.progress().best);
      record.validation_loss = trainer.progress().best.loss;
      record.best_epoch = trainer.progress().best_epoch;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kTraining) throw;
      record.diverged = true;
    }
    record.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (epochs < rungs_.back().epochs && !record.diverged) {
      std::filesystem::create_directories(checkpoint.parent_path());
      train::save_checkpoint(checkpoint, trainer, label);
    } else {
      std::filesystem::remove(checkpoint);
    }
    finish(record);
  }

  void finish(const TrialRecord& record) {
    const std::lock_guard lock(mutex_);
    journal_->append(record);
    TrialRecord best = record;
    for (const TrialRecord& other : journal_->records()) {
      if (is_better(other, best)) best = other;
    }
    spent_ += record.seconds;
    spent_epochs_ += record.epochs;
    observer_.trial_finished(record, best, ++done_, total_, remaining_seconds());
  }

  /// From the seconds per epoch so far; trials that stop early make it too long.
  [[nodiscard]] double remaining_seconds() const {
    double epochs = 0;
    for (const Rung& rung : rungs_) {
      epochs += static_cast<double>(rung.trials * rung.epochs);
    }
    for (const TrialRecord& record : journal_->records()) {
      epochs -= static_cast<double>(record.epochs);
    }
    return std::max(0.0, epochs) * spent_ / static_cast<double>(spent_epochs_) /
           static_cast<double>(options_.jobs);
  }

  const Dataset& data_;
  const run::Settings& base_;
  const TuneOptions& options_;
  TuneObserver& observer_;
  nn::NodeInput features_;
  Split split_;
  std::vector<OptionValues> values_;  // by trial
  std::vector<Rung> rungs_;
  Journal* journal_ = nullptr;
  std::mutex mutex_;
  std::atomic<bool> stopping_ = false;
  std::int64_t total_ = 0;
  std::int64_t done_ = 0;
  double spent_ = 0;
  std::int64_t spent_epochs_ = 0;
};

/// What a journal is about: another base, graph, space or strategy is another search.
std::string subject_of(const Dataset& data, const run::Settings& base,
                       const std::set<std::string>& fixed, const TuneOptions& options) {
  std::string text = dataset_fingerprint(data);
  for (const run::Option& option : run::option_schema()) {
    // The fingerprint knows the data; threads and runs change no trial. Trials may give a signal
    // the weight that the base denies it. Journals of programs that knew accuracy alone go on.
    const bool matters = option.section != "data" && option.name != "threads" &&
                         option.name != "runs" && option.name != "checkpoint-every" &&
                         (option.name != "select" || base.select != run::Settings{}.select) &&
                         (option.section == "pretext" || option.is_read_by(base));
    if (matters) text += fmt::format(" {}={}", option.name, option.value(base));
  }
  text += fmt::format(" strategy={}", static_cast<int>(options.strategy));
  if (options.strategy == Strategy::kGrid) return text;
  text += fmt::format(" trials={}", options.trials);
  for (const Dimension& dimension : search_space(base, fixed, options.model_for)) {
    text += fmt::format(" {}:{}:{}:{}", dimension.option, fmt::join(dimension.choices, "|"),
                        dimension.low, dimension.high);
  }
  for (const OptionValues& point :
       starting_points(base, fixed, static_cast<std::uint64_t>(base.seed), options.model_for)) {
    text += " start:" + command_line_of(point);
  }
  return text;
}

}  // namespace

TuneResult tune(const Dataset& data, const run::Settings& base, const std::set<std::string>& fixed,
                const TuneOptions& options, TuneObserver& observer) {
  Search search(data, base, fixed, options, observer);
  std::filesystem::create_directories(options.folder);
  Journal journal(options.folder / "journal.jsonl", subject_of(data, base, fixed, options));
  return search.run(journal);
}

std::string command_line_of(const OptionValues& values) {
  std::string line;
  for (const auto& [option, value] : values) line += fmt::format(" --{} {}", option, value);
  return line.empty() ? line : line.substr(1);
}

}  // namespace disgnn::tune
