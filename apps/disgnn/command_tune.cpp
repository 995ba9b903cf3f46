#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <set>

#include "command_line.h"
#include "disgnn/config/model_settings.h"
#include "disgnn/config/option_schema.h"
#include "disgnn/config/settings_file.h"
#include "disgnn/config/threads.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/core/shell_word.h"
#include "disgnn/run/embedded_features.h"
#include "disgnn/run/run_data.h"
#include "disgnn/tune/option_values_json.h"
#include "disgnn/tune/tune.h"
#include "duration.h"
#include "interrupt.h"
#include "output.h"
#include "settings_flags.h"
#include "start_environment.h"

namespace disgnn::app {
namespace {

struct TuneArguments {
  SettingsFlags settings;
  std::string out;
  std::string preset = "default";
  std::string config;
  std::string strategy = "halving";
  std::int64_t trials = 18;
  std::int64_t jobs = 0;
  bool json = false;
  bool quiet = false;
};

/// A line per trial on stderr.
class TuneProgress : public tune::TuneObserver {
 public:
  explicit TuneProgress(bool quiet) : quiet_(quiet) {}

  void trial_finished(const tune::TrialRecord& record, const tune::TrialRecord& best,
                      std::int64_t done, std::int64_t total, double remaining_seconds) override {
    if (quiet_) return;
    const std::string values = tune::command_line_of(record.values);
    if (record.diverged) {
      fmt::print(stderr, "{}/{} trial {}, {} epochs: diverged\n", done, total, record.trial,
                 record.epochs);
      return;
    }
    fmt::print(stderr,
               "{}/{} trial {}, {} epochs: validation {:.2f}% (best {:.2f}%, trial {}) {}; "
               "at most {} left\n",
               done, total, record.trial, record.epochs, 100 * record.validation_score,
               100 * best.validation_score, best.trial, values.empty() ? "as given" : values,
               duration_text(remaining_seconds));
  }
  void warning(const std::string& text) override { fmt::print(stderr, "warning: {}\n", text); }
  [[nodiscard]] bool stop_requested() const override { return interrupt_requested(); }

 private:
  bool quiet_;
};

tune::Strategy strategy_of(const std::string& name) {
  if (name == "random") return tune::Strategy::kRandom;
  return name == "grid" ? tune::Strategy::kGrid : tune::Strategy::kHalving;
}

/// What the user fixed, by flags or in the file, is not searched over.
std::set<std::string> fixed_options(const TuneArguments& arguments, const run::Settings& base) {
  std::set<std::string> fixed;
  run::Settings in_file;
  if (!arguments.config.empty()) fixed = run::read_settings_file(arguments.config, in_file);
  for (const auto& [name, value] : arguments.settings.given()) fixed.insert(name);
  if (arguments.preset == "paper") fixed.merge(tune::beyond_the_paper(base));
  return fixed;
}

/// Small graphs train faster two at a time than on two threads.
std::int64_t jobs_for(const TuneArguments& arguments, const run::Settings& settings) {
  return arguments.jobs > 0 ? arguments.jobs : settings.threads;
}

void run_tune(const TuneArguments& arguments) {
  run::Settings base = arguments.settings.over_defaults(arguments.preset, arguments.config);
  run::Settings resolved = base;
  run::resolve(resolved);
  base.data = resolved.data;
  tune_allocator(resolved);

  Dataset data = run::load_dataset(resolved);
  TuneProgress progress(arguments.quiet);
  for (const std::string& text : data.warnings) progress.warning(text);
  for (const std::string& text : arguments.settings.ignored_by(base)) progress.warning(text);
  const std::filesystem::path folder =
      arguments.out.empty() ? std::filesystem::path("tune") / (data.name + "-" + base.model)
                            : std::filesystem::path(arguments.out);
  if (base.model == "none") {
    throw usage_error("there is nothing to search for --model none, which is not trained",
                      "use 'disgnn train --model none --stage …'");
  }
  catch_interrupts();
  if (!has_features(data.features)) {
    run::add_embedded_features(data, folder / "deepwalk.npy",
                               [](double) { return !interrupt_requested(); });
    progress.warning(run::embedding_notice(data));
  }
  const std::int64_t jobs = jobs_for(arguments, resolved);
  run::use_threads(jobs > 1 ? 1 : resolved.threads);
  const tune::TuneResult result = tune::tune(data, base, fixed_options(arguments, base),
                                             {.strategy = strategy_of(arguments.strategy),
                                              .trials = arguments.trials,
                                              .jobs = jobs,
                                              .folder = folder},
                                             progress);
  const std::filesystem::path best = folder / "best.toml";
  write_file_atomically(best, run::to_toml(result.settings));

  std::set<std::int64_t> tried;
  for (const tune::TrialRecord& record : result.records) tried.insert(record.trial);
  const std::size_t trials = tried.size();
  const std::string command = fmt::format("disgnn train --config {}", shell_word(best.string()));
  if (arguments.json) {
    print_json({{"dataset", data.name},
                {"model", base.model},
                {"trials", trials},
                {"best_trial", result.best.trial},
                {"val_accuracy", result.best.validation_accuracy},
                {"val_score", result.best.validation_score},
                {"values", tune::option_values_json(result.best.values)},
                {"config", best.string()},
                {"journal", (folder / "journal.jsonl").string()},
                {"command", command}});
    return;
  }
  const std::string values = tune::command_line_of(result.best.values);
  fmt::print("best of {} trials of {} on {}: validation {} {:.2f} % ({})\n", trials, base.model,
             data.name, base.select, 100 * result.best.validation_score,
             values.empty() ? "the settings as given" : values);
  fmt::print("train with it: {}\n", command);
}

}  // namespace

void add_tune_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "tune",
      "Search for good settings by validation accuracy; what is given on the command line stays");
  auto arguments = std::make_shared<TuneArguments>();
  arguments->settings.add_to(*command, {"data", "model", "extensions", "pretext", "training"});
  command
      ->add_option("--strategy", arguments->strategy,
                   "halving: trials of which the better third goes on longer; random: all "
                   "trained to the end; grid: the paper's grid of lambdas, 5 values for each "
                   "of the three that is not given (125 trials at most)")
      ->check(CLI::IsMember({"halving", "random", "grid"}))
      ->capture_default_str();
  CLI::Option* const trials =
      command
          ->add_option("--trials", arguments->trials,
                       "settings to try, but of the grid: the given ones, some that proved good on "
                       "other graphs, then random ones")
          ->check(CLI::Range(1, 100000))
          ->capture_default_str();
  command
      ->add_option("--jobs", arguments->jobs,
                   "trials at the same time, one thread each where more than one; 0: one per core")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  command->add_option("--out", arguments->out,
                      "folder of the journal; a search that is there goes on (default: "
                      "tune/DATA-MODEL)");
  command->add_option("--preset", arguments->preset, run::train_command_flag("preset").help);
  command->add_option("--config", arguments->config,
                      "TOML file with settings that stay as they are");
  command->add_flag("--json", arguments->json, "print the result as JSON on stdout");
  command->add_flag("--quiet", arguments->quiet, "show no progress");
  command->callback([arguments, trials] {
    if (arguments->strategy == "grid" && trials->count() > 0) {
      throw usage_error("--trials is given, but --strategy grid tries its whole grid",
                        "leave out --trials, or fix lambdas to make the grid smaller");
    }
    run_tune(*arguments);
  });
}

}  // namespace disgnn::app
