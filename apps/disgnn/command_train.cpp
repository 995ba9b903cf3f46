#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <variant>

#include "command_line.h"
#include "disgnn/config/option_schema.h"
#include "disgnn/config/settings_file.h"
#include "disgnn/config/threads.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/run/experiment.h"
#include "disgnn/run/run_data.h"
#include "interrupt.h"
#include "result_table.h"
#include "settings_flags.h"
#include "start_environment.h"
#include "training_progress.h"

namespace disgnn::app {
namespace {

struct TrainArguments {
  SettingsFlags settings;
  std::string out;
  std::string preset = "default";
  std::string config;
  bool resume = false;
  bool json = false;
  bool quiet = false;
};

/// Options that may change between a run and its continuation without changing its result. Threads
/// may not: libtorch's and BLAS's sums depend on their number in the last bits.
bool may_differ_on_resume(const std::string& name) {
  return name == "checkpoint-every";
}

run::Settings new_settings(const TrainArguments& arguments) {
  run::Settings settings = arguments.settings.over_defaults(arguments.preset, arguments.config);
  run::resolve(settings);
  return settings;
}

/// A resumed run goes on with the settings it was started with; whatever contradicts is refused.
run::Settings resumed_settings(const TrainArguments& arguments, const run::RunFolder& folder) {
  run::Settings stored;
  const std::set<std::string> known = run::read_written_settings(folder.config(), stored);
  for (const run::Option& option : run::option_schema()) {
    if (known.contains(option.name)) continue;
    throw usage_error(fmt::format("the run in {} was started by a disgnn that had no {} yet",
                                  folder.path().string(), option.flag()),
                      "train into another folder");
  }
  run::Settings wished = stored;
  arguments.settings.apply(wished, arguments.preset, arguments.config);
  run::resolve(wished);
  for (const run::Option& option : run::option_schema()) {
    if (may_differ_on_resume(option.name) || option.value(wished) == option.value(stored)) continue;
    const std::string value = option.value(stored);
    throw usage_error(
        fmt::format("{} {} contradicts the run in {}, which was started with {}", option.flag(),
                    option.value(wished), folder.path().string(), value.empty() ? "none" : value),
        "leave it out, or train into another folder");
  }
  return wished;
}

run::RunFolder choose_folder(const TrainArguments& arguments, const run::Settings& settings,
                             const Dataset& data) {
  if (arguments.out.empty()) {
    std::string name = data.name.empty() ? "data" : data.name;
    std::replace(name.begin(), name.end(), '/', '_');
    return run::RunFolder(
        run::free_run_path(std::filesystem::path("runs") / (name + "-" + settings.model)));
  }
  run::RunFolder folder(arguments.out);
  if (folder.in_use() && arguments.resume) {
    throw usage_error(
        fmt::format("{} holds no run to resume (config.toml is missing)", arguments.out),
        "name the folder of a run, or a new one, with --out");
  }
  if (folder.in_use()) {
    const bool run = std::filesystem::exists(folder.config());
    throw usage_error(
        fmt::format("{} {}", arguments.out,
                    std::filesystem::is_directory(folder.path()) ? "is not empty" : "is a file"),
        run ? "name another folder with --out, or add --resume to go on with the run there"
            : "name another folder with --out");
  }
  return folder;
}

void train(const TrainArguments& arguments) {
  if (arguments.resume && arguments.out.empty()) {
    throw usage_error("--resume needs the folder of the run", "name it with --out");
  }
  const bool resume =
      arguments.resume && std::filesystem::exists(run::RunFolder(arguments.out).config());
  const run::Settings settings =
      resume ? resumed_settings(arguments, run::RunFolder(arguments.out)) : new_settings(arguments);
  tune_allocator(settings);
  run::use_threads(settings.threads);
  const Dataset data = run::load_dataset(settings);
  const run::RunFolder folder =
      resume ? run::RunFolder(arguments.out) : choose_folder(arguments, settings, data);

  TrainingProgress progress(settings, arguments.quiet);
  for (const std::string& text : data.warnings) progress.warning(text);
  for (const std::string& text : arguments.settings.ignored_by(settings)) progress.warning(text);
  catch_interrupts();
  const auto runs = run::run_experiment(
      data, settings, folder, resume ? run::StartMode::kResume : run::StartMode::kFresh, progress);

  if (arguments.json) {
    fmt::print("{}", read_file(folder.summary()));
  } else {
    fmt::print("{}", result_table(data, settings, runs));
  }
  fmt::print(stderr, "run folder: {}\n", folder.path().string());
}

}  // namespace

void add_train_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "train", "Train on a graph and write a run folder: model, predictions, summary");
  auto arguments = std::make_shared<TrainArguments>();
  arguments->settings.add_to(*command, {"data", "model", "extensions", "pretext", "training"});
  const std::map<std::string, std::variant<std::string*, bool*>> targets = {
      {"out", &arguments->out},       {"preset", &arguments->preset},
      {"config", &arguments->config}, {"resume", &arguments->resume},
      {"json", &arguments->json},     {"quiet", &arguments->quiet}};
  for (const auto& [name, help] : run::train_command_flags()) {
    if (const auto* const text = std::get_if<std::string*>(&targets.at(name))) {
      command->add_option("--" + name, **text, help);
    } else {
      command->add_flag("--" + name, *std::get<bool*>(targets.at(name)), help);
    }
  }
  command->callback([arguments] { train(*arguments); });
}

}  // namespace disgnn::app
