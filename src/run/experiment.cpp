#include "disgnn/run/experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "disgnn/config/model_settings.h"
#include "disgnn/config/settings_file.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/core/shell_word.h"
#include "disgnn/data/fingerprint.h"
#include "disgnn/model/disgnn_model.h"
#include "disgnn/model/extension.h"
#include "disgnn/run/embedded_features.h"
#include "disgnn/run/finished_runs.h"
#include "disgnn/run/metrics_log.h"
#include "disgnn/run/model_file.h"
#include "disgnn/run/predictions.h"
#include "disgnn/run/run_data.h"
#include "disgnn/run/summary.h"
#include "disgnn/train/checkpoint.h"
#include "disgnn/train/classification_metrics.h"
#include "run/feature_check.h"

namespace disgnn::run {
namespace {

/// A kill in the middle of a write leaves its temporary file behind.
void remove_unfinished_files(const RunFolder& folder) {
  for (const auto& place : {folder.path(), folder.checkpoint_folder()}) {
    for (const auto& file : std::filesystem::directory_iterator(place)) {
      if (file.path().filename().string().find(AtomicFile::kSuffix) != std::string::npos) {
        std::filesystem::remove(file.path());
      }
    }
  }
}

void create_folder(const RunFolder& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder.path(), failure);
  if (!failure) return;
  throw input_error(Where{folder.path().string()},
                    fmt::format("cannot create the run folder ({})", failure.message()),
                    "name another folder with --out, or check the permissions");
}

/// Trains, tests and stores one seed after the other.
class Experiment {
 public:
  Experiment(const Dataset& data, const Settings& settings, const Split& first_split,
             FeatureNormalizer normalizer, const RunFolder& folder, ExperimentObserver& observer)
      : data_(data),
        settings_(settings),
        first_split_(first_split),
        folder_(folder),
        observer_(observer),
        normalizer_(std::move(normalizer)),
        features_(model_input(normalizer_, data)),
        fingerprint_(dataset_fingerprint(data)),
        log_(folder.metrics()) {}

  std::vector<RunResult> run(StartMode mode) {
    require_same_data();
    if (mode == StartMode::kResume && std::filesystem::exists(folder_.finished_runs())) {
      results_ =
          runs_from_json(read_file(folder_.finished_runs()), folder_.finished_runs().string());
    }
    // The summary of a finished experiment stays as it is: its memory figure belongs to that
    // process.
    const bool already_finished = static_cast<std::int64_t>(results_.size()) >= settings_.runs &&
                                  std::filesystem::exists(folder_.summary());
    for (auto run = static_cast<std::int64_t>(results_.size()); run < settings_.runs; ++run) {
      run_seed(run, mode);
      std::filesystem::remove(folder_.checkpoint());
    }
    if (!already_finished) write_summary();
    return results_;
  }

 private:
  /// A run goes on only with the graph it was started with.
  void require_same_data() const {
    if (!std::filesystem::exists(folder_.data_fingerprint())) {
      write_file_atomically(folder_.data_fingerprint(), fingerprint_ + "\n");
    } else if (read_file(folder_.data_fingerprint()) != fingerprint_ + "\n") {
      throw input_error(fmt::format("'{}' has changed since the run in {} was started", data_.name,
                                    folder_.path().string()),
                        "put the old data back, or train anew into another folder");
    }
  }

  void write_summary() const {
    write_file_atomically(folder_.summary(), summary_json(data_, settings_, results_) + "\n");
  }

  void run_seed(std::int64_t run, StartMode mode) {
    const auto seed = static_cast<std::uint64_t>(settings_.seed + run);
    const Split split = run == 0 ? first_split_ : make_split(settings_, data_, seed);
    warn_about(split);
    nn::ModelConfig config = model_config(settings_, data_);
    const std::vector<std::int32_t> known_labels = split.training_labels(data_.labels);
    const nn::LabelledGraph graph{features_, data_.graph.index(), known_labels, data_.classes};
    choices_.clear();
    for (const nn::Choice& choice : settle_options(config, graph)) {
      choices_.push_back(choice.text);
      // Once, not for every seed.
      if (choice.worth_a_notice && notices_.insert(choice.text).second) {
        observer_.warning(choice.text);
      }
    }
    if (settings_.feature_norm == "auto") {
      choices_.push_back("--feature-norm auto takes " + normalizer_.kind);
    }
    stages_ = nn::make_stages(stage_list(settings_), config, seed);
    train::Trainer trainer({data_.graph, features_, data_.labels, data_.classes, split}, config,
                           trainer_options(settings_, seed));
    const std::string label = fmt::format("run-{}", run);
    if (mode == StartMode::kResume) {
      train::load_checkpoint(folder_.checkpoint(), trainer, label);
    }
    std::vector<EpochTimes> times = log_.rewind(run, trainer.epoch());
    observer_.run_started(run, seed, trainer.epoch() + 1);

    double seconds = times.empty() ? 0 : times.back().seconds;
    while (!trainer.finished()) {
      const auto start = std::chrono::steady_clock::now();
      const train::EpochRecord record = run_epoch(trainer, run);
      const double duration =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      seconds += duration;
      times.push_back(
          {median(record.class_step_ms), record.full_step_ms, 1000 * duration, seconds});
      log_.append(run, seed, record, times.back());
      const bool stop = observer_.stop_requested();
      if (stop ||
          (settings_.checkpoint_every > 0 && trainer.epoch() % settings_.checkpoint_every == 0)) {
        train::save_checkpoint(folder_.checkpoint(), trainer, label);
      }
      observer_.epoch_finished(record, trainer.progress());
      if (stop && !trainer.finished()) {
        throw interrupted(fmt::format("after epoch {}", trainer.epoch()));
      }
    }
    // Fitting a stage may take minutes: what was trained must not be lost with it.
    if (!stages_.empty() && trainer.epoch() > 0 && settings_.checkpoint_every > 0 &&
        trainer.epoch() % settings_.checkpoint_every != 0) {
      train::save_checkpoint(folder_.checkpoint(), trainer, label);
    }
    finish(trainer, run, times);
  }

  [[nodiscard]] Error interrupted(const std::string& when) const {
    return {ErrorKind::kInterrupted,
            fmt::format("stopped {}; go on with: disgnn train --resume --out {}", when,
                        shell_word(folder_.path().string()))};
  }

  /// A diverging loss ends training, but finished runs and the best weights are worth keeping.
  train::EpochRecord run_epoch(train::Trainer& trainer, std::int64_t run) {
    try {
      return trainer.run_epoch();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kTraining) throw;
      if (!results_.empty()) write_summary();
      const train::EarlyStopping& progress = trainer.progress();
      if (progress.best_epoch == 0) throw;
      const train::Evaluation evaluation = evaluate_best(trainer, run);
      const train::ValidationScores validation = validation_of(trainer, evaluation);
      if (!is_best(progress, validation)) throw;
      keep(trainer, evaluation, validation);
      throw Error(ErrorKind::kTraining,
                  fmt::format("{}; the weights of epoch {} are kept in {}", error.what(),
                              progress.best_epoch, folder_.weights().string()));
    }
  }

  /// The best weights' predictions, after the stages, which see training labels alone.
  train::Evaluation evaluate_best(train::Trainer& trainer, std::int64_t run) {
    trainer.restore_best();
    const ops::PairIndexPtr& edges = trainer.problem().graph.index();
    train::Evaluation evaluation =
        train::evaluate(trainer.model(), trainer.problem().features, edges);
    if (stages_.empty()) return evaluation;
    for (const auto& stage : stages_) {
      stage->fit(trainer.labelled_graph(), [&] {
        observer_.fitting_stage(run, stage->name());
        if (observer_.stop_requested()) throw interrupted("after the last epoch of this run");
      });
      if (!stage->choices().empty()) choices_.push_back(stage->name() + ": " + stage->choices());
    }
    evaluation.set_probabilities(nn::apply_stages(stages_, evaluation.model_probabilities, edges));
    return evaluation;
  }

  /// Model and predictions always stem from the same run.
  void keep(const train::Trainer& trainer, const train::Evaluation& evaluation,
            const train::ValidationScores& validation) const {
    save_model(folder_, card(trainer, validation), trainer.model(), stages_);
    write_predictions(folder_.predictions(), data_, &trainer.problem().split, data_.class_names,
                      evaluation);
  }

  /// Of the model at its best epoch; after the stages, where there are any.
  [[nodiscard]] train::ValidationScores validation_of(const train::Trainer& trainer,
                                                      const train::Evaluation& evaluation) const {
    train::ValidationScores scores = trainer.progress().best;
    if (stages_.empty()) return scores;
    const auto counts =
        class_counts(data_.labels, evaluation.predictions,
                     trainer.problem().split.members(Role::kValidation), data_.classes);
    scores.accuracy = counts.accuracy();
    scores.macro_f1 = counts.macro_f1();
    return scores;
  }

  void finish(train::Trainer& trainer, std::int64_t run, const std::vector<EpochTimes>& times) {
    const train::Evaluation evaluation = evaluate_best(trainer, run);
    const train::ValidationScores validation = validation_of(trainer, evaluation);
    const auto test = trainer.problem().split.members(Role::kTest);
    const auto counts = class_counts(data_.labels, evaluation.predictions, test, data_.classes);
    RunResult result;
    result.seed = trainer.options().seed;
    result.choices = choices_;
    result.best_epoch = trainer.progress().best_epoch;
    result.epochs = trainer.epoch();
    result.validation_accuracy = validation.accuracy;
    result.validation_macro_f1 = validation.macro_f1;
    result.test_accuracy = counts.accuracy();
    result.test_macro_f1 = counts.macro_f1();
    if (!stages_.empty()) {
      train::Evaluation alone;
      alone.set_probabilities(evaluation.model_probabilities);
      result.model_test_accuracy =
          class_counts(data_.labels, alone.predictions, test, data_.classes).accuracy();
    }
    result.seconds = times.empty() ? 0 : times.back().seconds;
    result.class_step_ms = median_of(times, &EpochTimes::class_step_ms);
    result.full_step_ms = median_of(times, &EpochTimes::full_step_ms);
    result.epoch_ms = median_of(times, &EpochTimes::epoch_ms);
    if (nn::as_disentangling(trainer.model()) != nullptr) {
      result.disentanglement =
          measure_disentanglement(data_, evaluation.output, evaluation.model_probabilities, test,
                                  trainer.problem().split.members(Role::kValidation));
    }
    if (is_best(trainer.progress(), validation)) keep(trainer, evaluation, validation);
    results_.push_back(result);
    write_file_atomically(folder_.finished_runs(), runs_to_json(results_));
    observer_.run_finished(result);
  }

  /// Runs are compared by what their epochs are.
  [[nodiscard]] bool is_best(const train::EarlyStopping& progress,
                             const train::ValidationScores& validation) const {
    const double score = progress.measure(validation);
    return std::all_of(results_.begin(), results_.end(), [&](const RunResult& other) {
      return progress.measure({.accuracy = other.validation_accuracy,
                               .macro_f1 = other.validation_macro_f1}) < score;
    });
  }

  [[nodiscard]] ModelCard card(const train::Trainer& trainer,
                               const train::ValidationScores& validation) const {
    return {.config = trainer.model().config(),
            .name = settings_.model,
            .stages = stage_list(settings_),
            .normalizer = normalizer_,
            .class_names = data_.class_names,
            .feature_names = data_.feature_names,
            .data_fingerprint = fingerprint_,
            .nodes_fingerprint = nodes_fingerprint(data_),
            .seed = trainer.options().seed,
            .best_epoch = trainer.progress().best_epoch,
            .validation_accuracy = validation.accuracy};
  }

  void warn_about(const Split& split) {
    const auto missing = classes_without_training(data_, split);
    if (missing.empty()) return;
    observer_.warning(fmt::format("no training node of class {}: the model cannot learn it",
                                  fmt::join(missing, ", ")));
  }

  static double median_of(const std::vector<EpochTimes>& times, double EpochTimes::*field) {
    std::vector<double> values;
    values.reserve(times.size());
    for (const EpochTimes& epoch : times) values.push_back(epoch.*field);
    return median(values);
  }

  const Dataset& data_;
  const Settings& settings_;
  const Split& first_split_;  // of run 0
  const RunFolder& folder_;
  ExperimentObserver& observer_;
  FeatureNormalizer normalizer_;
  nn::NodeInput features_;
  std::string fingerprint_;
  MetricsLog log_;
  nn::PredictionStages stages_;       // of the run at hand
  std::vector<std::string> choices_;  // what extensions chose for it, in words
  std::set<std::string> notices_;     // given so far
  std::vector<RunResult> results_;
};

Dataset with_embedded_features(Dataset data, const RunFolder& folder,
                               ExperimentObserver& observer) {
  add_embedded_features(data, folder.embedding(), [&](double share) {
    observer.embedding(share);
    return !observer.stop_requested();
  });
  observer.warning(embedding_notice(data));
  return data;
}

}  // namespace

std::vector<RunResult> run_experiment(const Dataset& data, const Settings& settings,
                                      const RunFolder& folder, StartMode mode,
                                      ExperimentObserver& observer) {
  // Whatever can be wrong with data and settings is found before the first file is written. Splits
  // of other seeds have the same numbers of nodes.
  const Split first = make_split(settings, data, static_cast<std::uint64_t>(settings.seed));
  FeatureNormalizer normalizer = fit_normalizer(settings, data);
  require_moderate_features(normalizer, data);
  if (const auto text = outlying_feature(normalizer, data)) observer.warning(*text);
  require_trainable(settings, data);
  create_folder(folder);
  // The settings come first: a folder that has them can be resumed, however early it was killed.
  if (mode == StartMode::kFresh || !std::filesystem::exists(folder.config())) {
    write_file_atomically(folder.config(), to_toml(settings));
  }
  std::filesystem::create_directories(folder.checkpoint_folder());
  remove_unfinished_files(folder);
  if (has_features(data.features)) {
    return Experiment(data, settings, first, std::move(normalizer), folder, observer).run(mode);
  }
  const Dataset embedded = with_embedded_features(data, folder, observer);
  return Experiment(embedded, settings, first, fit_normalizer(settings, embedded), folder, observer)
      .run(mode);
}

}  // namespace disgnn::run
