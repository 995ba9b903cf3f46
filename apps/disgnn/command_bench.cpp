#include <fmt/format.h>

#include <memory>
#include <optional>

#include "bench_report.h"
#include "command_line.h"
#include "disgnn/config/threads.h"
#include "disgnn/core/error.h"
#include "disgnn/data/random_graph.h"
#include "disgnn/run/run_data.h"
#include "number_range.h"
#include "settings_flags.h"
#include "start_environment.h"

namespace disgnn::app {
namespace {

struct BenchArguments {
  std::optional<std::string> data;
  RandomGraphOptions random_graph;
  std::vector<CLI::Option*> sizes;  ///< of the random graph
  SettingsFlags settings;
  std::int64_t warm_up = 1;
  std::int64_t steps = 5;
  bool steps_only = false;
  bool json = false;
};

run::Settings settings_of(const BenchArguments& arguments) {
  run::Settings settings = run::bench_settings();
  arguments.settings.apply(settings);
  if (arguments.data) settings.data = *arguments.data;
  run::resolve(settings);
  return settings;
}

Dataset bench_data(const BenchArguments& arguments, const run::Settings& settings) {
  if (!arguments.data) {
    RandomGraphOptions options = arguments.random_graph;
    options.seed = static_cast<std::uint64_t>(settings.seed);
    return make_dataset(generate_random_graph(options));
  }
  if (arguments.data->empty()) {
    throw usage_error("an empty name is given for the data",
                      "name a folder or file, or leave the argument out");
  }
  for (const CLI::Option* const size : arguments.sizes) {
    if (size->count() == 0) continue;
    throw usage_error(fmt::format("both a dataset ({}) and {} of a random graph are given",
                                  *arguments.data, size->get_name()),
                      "name a dataset or give sizes");
  }
  return run::load_dataset(settings);
}

void bench(const BenchArguments& arguments) {
  const run::Settings settings = settings_of(arguments);
  tune_allocator(settings);
  run::use_threads(settings.threads);
  const Dataset data = bench_data(arguments, settings);
  BenchReport report{.data = data,
                     .settings = settings,
                     .repetitions = arguments.steps,
                     .steps = run::time_steps(data, settings, arguments.warm_up, arguments.steps),
                     .roofline = std::nullopt,
                     .ops = {}};
  if (!arguments.steps_only) {
    report.roofline.emplace(settings.hidden);
    report.ops = run::time_ops(data, settings, arguments.steps, *report.roofline);
  }
  if (arguments.json) {
    print_bench_json(report);
  } else {
    print_bench_text(report);
  }
}

}  // namespace

void add_bench_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "bench", "Time training steps and single operations, beside what the machine can do");
  auto arguments = std::make_shared<BenchArguments>();
  command
      ->add_option("DATA", arguments->data,
                   "dataset folder or file; default: a random graph of the sizes below")
      ->type_name("");
  for (const RandomGraphOption& option : random_graph_options()) {
    const auto add = [&](auto field) {
      arguments->sizes.push_back(
          command
              ->add_option(fmt::format("--{}", option.name), arguments->random_graph.*field,
                           fmt::format("{}; {} .. {}", option.help, option.min, option.max))
              ->check(within(option.min, option.max))
              ->capture_default_str()
              ->group("Random graph"));
    };
    std::visit(add, option.field);
  }
  arguments->settings.add_named(*command,
                                {"channels", "hidden", "layers", "scorer", "aggregator", "seed",
                                 "threads", "memory", "kernels"},
                                run::bench_settings());
  command
      ->add_option("--steps", arguments->steps,
                   "timed repetitions of every step and operation; 1 .. 1000")
      ->check(within(1, 1000))
      ->capture_default_str();
  command
      ->add_option("--warm-up", arguments->warm_up,
                   "steps of each kind before the timed ones; 0 .. 1000")
      ->check(within(0, 1000))
      ->capture_default_str();
  command->add_flag("--steps-only", arguments->steps_only,
                    "leave out single operations and the roofline");
  command->add_flag("--json", arguments->json, "print one JSON document on stdout");
  command->callback([arguments] { bench(*arguments); });
}

}  // namespace disgnn::app
