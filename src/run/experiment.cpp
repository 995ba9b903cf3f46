#include "disgnn/run/experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <sstream>

#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/run/metrics_log.h"
#include "disgnn/run/model_file.h"
#include "disgnn/run/predictions.h"
#include "disgnn/run/run_data.h"
#include "disgnn/run/settings_file.h"
#include "disgnn/train/checkpoint.h"
#include "disgnn/train/classification_metrics.h"

namespace disgnn::run {
namespace {

/// "all" or "1,2" to layer positions from 0; empty means all.
std::vector<std::int64_t> parse_layers(const Settings& settings) {
  std::vector<std::int64_t> layers;
  if (settings.pretext_layers == "all") return layers;
  std::istringstream stream(settings.pretext_layers);
  for (std::string part; std::getline(stream, part, ',');) {
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (failure != std::errc() || end != part.data() + part.size() || number < 1 ||
        number > settings.layers) {
      throw usage_error(
          fmt::format("--pretext-layers '{}' is not allowed", settings.pretext_layers),
          fmt::format("give all, or numbers 1 .. {} separated by commas", settings.layers));
    }
    layers.push_back(number - 1);
  }
  std::sort(layers.begin(), layers.end());
  layers.erase(std::unique(layers.begin(), layers.end()), layers.end());
  return layers;
}

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

void create_folders(const RunFolder& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder.checkpoint_folder(), failure);
  if (!failure) return;
  throw input_error(Where{folder.path().string()},
                    fmt::format("cannot create the run folder ({})", failure.message()),
                    "name another folder with --out, or check the permissions");
}

/// Trains, tests and stores one seed after the other.
class Experiment {
 public:
  Experiment(const Dataset& data, const Settings& settings, const RunFolder& folder,
             ExperimentObserver& observer)
      : data_(data),
        settings_(settings),
        folder_(folder),
        observer_(observer),
        features_(model_input(settings, data)),
        log_(folder.metrics()) {}

  std::vector<RunResult> run(StartMode mode) {
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
    if (!already_finished) {
      write_file_atomically(folder_.summary(), summary_json(data_, settings_, results_) + "\n");
    }
    return results_;
  }

 private:
  void run_seed(std::int64_t run, StartMode mode) {
    const auto seed = static_cast<std::uint64_t>(settings_.seed + run);
    const Split split = make_split(settings_, data_, seed);
    warn_about(split);
    train::Trainer trainer({data_.graph, features_, data_.labels, data_.classes, split},
                           model_config(settings_, data_), trainer_options(settings_, seed));
    const std::string label = fmt::format("run-{}", run);
    if (mode == StartMode::kResume) {
      train::load_checkpoint(folder_.checkpoint(), trainer, label);
    }
    std::vector<EpochTimes> times = log_.rewind(run, trainer.epoch());
    observer_.run_started(run, seed, trainer.epoch() + 1);

    double seconds = times.empty() ? 0 : times.back().seconds;
    while (!trainer.finished()) {
      const auto start = std::chrono::steady_clock::now();
      const train::EpochRecord record = run_epoch(trainer);
      seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      times.push_back({median(record.class_step_ms), record.full_step_ms, seconds});
      log_.append(run, seed, record, times.back());
      const bool stop = observer_.stop_requested();
      if (stop ||
          (settings_.checkpoint_every > 0 && trainer.epoch() % settings_.checkpoint_every == 0)) {
        train::save_checkpoint(folder_.checkpoint(), trainer, label);
      }
      observer_.epoch_finished(record, trainer.progress());
      if (stop && !trainer.finished()) {
        throw Error(
            ErrorKind::kInterrupted,
            fmt::format("stopped after epoch {}; go on with: disgnn train --resume --out {}",
                        trainer.epoch(), folder_.path().string()));
      }
    }
    finish(trainer, seed, times);
  }

  /// A diverging loss ends training, but the best weights so far are worth keeping.
  train::EpochRecord run_epoch(train::Trainer& trainer) {
    try {
      return trainer.run_epoch();
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kTraining && trainer.progress().best_epoch > 0 &&
          is_best(trainer.progress().best_accuracy)) {
        save_model(folder_, card(trainer, trainer.options().seed), trainer.model());
      }
      throw;
    }
  }

  void finish(train::Trainer& trainer, std::uint64_t seed, const std::vector<EpochTimes>& times) {
    trainer.restore_best();
    const train::Problem& problem = trainer.problem();
    const train::Evaluation evaluation =
        train::evaluate(trainer.model(), problem.features, problem.graph.index());
    const auto test = problem.split.members(Role::kTest);
    const auto confusion =
        confusion_matrix(data_.labels, evaluation.predictions, test, data_.classes);
    RunResult result;
    result.seed = seed;
    result.best_epoch = trainer.progress().best_epoch;
    result.epochs = trainer.epoch();
    result.validation_accuracy = trainer.progress().best_accuracy;
    result.test_accuracy = confusion.accuracy();
    result.test_macro_f1 = confusion.macro_f1();
    result.seconds = times.back().seconds;
    result.class_step_ms = median_of(times, &EpochTimes::class_step_ms);
    result.full_step_ms = median_of(times, &EpochTimes::full_step_ms);
    result.disentanglement = measure_disentanglement(data_, evaluation.output, test);
    if (is_best(result.validation_accuracy)) {
      save_model(folder_, card(trainer, seed), trainer.model());
      write_predictions(folder_.predictions(), data_, &problem.split, data_.class_names,
                        evaluation);
    }
    results_.push_back(result);
    write_file_atomically(folder_.finished_runs(), runs_to_json(results_));
    observer_.run_finished(result);
  }

  [[nodiscard]] bool is_best(double validation_accuracy) const {
    return std::all_of(results_.begin(), results_.end(), [&](const RunResult& other) {
      return other.validation_accuracy < validation_accuracy;
    });
  }

  [[nodiscard]] ModelCard card(const train::Trainer& trainer, std::uint64_t seed) const {
    return {.config = trainer.model().config(),
            .name = settings_.model,
            .feature_norm = settings_.feature_norm,
            .class_names = data_.class_names,
            .seed = seed,
            .best_epoch = trainer.progress().best_epoch,
            .validation_accuracy = trainer.progress().best_accuracy};
  }

  void warn_about(const Split& split) {
    const auto missing = classes_without_training(data_, split);
    if (missing.empty()) return;
    observer_.warning(fmt::format("no training node of class {}: the model cannot learn it",
                                  fmt::join(missing, ", ")));
  }

  static double median_of(const std::vector<EpochTimes>& times, double EpochTimes::*field) {
    std::vector<double> values;
    for (const EpochTimes& epoch : times) values.push_back(epoch.*field);
    return median(values);
  }

  const Dataset& data_;
  const Settings& settings_;
  const RunFolder& folder_;
  ExperimentObserver& observer_;
  nn::NodeInput features_;
  MetricsLog log_;
  std::vector<RunResult> results_;
};

}  // namespace

nn::ModelConfig model_config(const Settings& settings, const Dataset& data) {
  return {.features = feature_columns(data.features),
          .classes = data.classes,
          .channels = settings.channels,
          .hidden = settings.hidden,
          .layers = settings.layers,
          .scorer = settings.scorer,
          .aggregator = settings.aggregator,
          .input_dropout = settings.input_dropout,
          .dropout = settings.dropout,
          .edge_dropout = settings.edge_dropout};
}

train::TrainerOptions trainer_options(const Settings& settings, std::uint64_t seed) {
  return {.class_steps = settings.steps,
          .epochs = settings.epochs,
          .patience = settings.patience,
          .adam = {.learning_rate = settings.lr, .weight_decay = settings.weight_decay},
          .tasks = {{"edge", settings.lambda_edge},
                    {"conform", settings.lambda_conform},
                    {"channel", settings.lambda_channel}},
          .pretext = {.edge_share = settings.edge_share,
                      .negatives_per_edge = settings.negatives,
                      .balanced = settings.balanced,
                      .layers = parse_layers(settings)},
          .pseudo_labels = {.enabled = settings.pseudo_labels,
                            .warm_up = settings.pseudo_warm_up,
                            .confidence = settings.pseudo_confidence},
          .seed = seed};
}

std::vector<RunResult> run_experiment(const Dataset& data, const Settings& settings,
                                      const RunFolder& folder, StartMode mode,
                                      ExperimentObserver& observer) {
  // Whatever can be wrong with data and settings is found before the first file is written.
  Experiment experiment(data, settings, folder, observer);
  for (std::int64_t run = 0; run < settings.runs; ++run) {
    (void)make_split(settings, data, static_cast<std::uint64_t>(settings.seed + run));
  }
  (void)trainer_options(settings, 0);
  create_folders(folder);
  remove_unfinished_files(folder);
  if (mode == StartMode::kFresh || !std::filesystem::exists(folder.config())) {
    write_file_atomically(folder.config(), to_toml(settings));
  }
  return experiment.run(mode);
}

}  // namespace disgnn::run
