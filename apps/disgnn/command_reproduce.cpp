#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "build_commit.h"
#include "command_line.h"
#include "disgnn/config/settings.h"
#include "disgnn/config/threads.h"
#include "disgnn/core/error.h"
#include "disgnn/reproduce/report.h"
#include "disgnn/run/json_format.h"
#include "disgnn/run/summary.h"
#include "duration.h"
#include "interrupt.h"
#include "output.h"
#include "start_environment.h"
#include "utc_time.h"

namespace disgnn::app {
namespace {

struct ReproduceArguments {
  std::string experiment;
  reproduce::StudyOptions study;
  std::string strategy = "halving";
  bool quick = false;
  bool json = false;
  bool quiet = false;
};

class StudyProgress : public reproduce::StudyObserver {
 public:
  explicit StudyProgress(bool quiet) : quiet_(quiet) {}

  void cell_finished(const reproduce::CellResult& result, std::size_t done, std::size_t total,
                     double remaining_seconds) override {
    if (quiet_) return;
    const run::Spread spread =
        run::spread(reproduce::percentages(result, &run::RunResult::test_accuracy));
    fmt::print(stderr, "{}/{} {} on {}: {:.2f} ± {:.2f} % in {}; about {} left\n", done, total,
               result.cell.variant, result.cell.dataset, spread.mean, spread.std,
               duration_text(result.seconds), duration_text(remaining_seconds));
  }
  void failed(const reproduce::Cell& cell, const std::string& why) override {
    fmt::print(stderr, "failed: {} on {}: {}\n", cell.variant, cell.dataset, why);
  }
  void skipped(const std::string& what) override { fmt::print(stderr, "skipped: {}\n", what); }
  void message(const std::string& text) override {
    if (!quiet_) fmt::print(stderr, "{}\n", text);
  }
  [[nodiscard]] bool stop_requested() const override { return interrupt_requested(); }

 private:
  bool quiet_;
};

std::vector<std::string> wanted_experiments(const std::string& name) {
  return name == "all" ? reproduce::experiment_names() : std::vector<std::string>{name};
}

std::vector<reproduce::Cell> wanted_cells(const std::vector<std::string>& experiments) {
  std::vector<reproduce::Cell> cells;
  for (const std::string& name : experiments) {
    for (const reproduce::Cell& cell : reproduce::cells_of(name)) {
      if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
    }
  }
  return cells;
}

std::string command_text(const ReproduceArguments& arguments) {
  const reproduce::StudyOptions& study = arguments.study;
  std::string text = "disgnn reproduce " + arguments.experiment;
  if (!study.data_root.empty()) text += " --data-root " + study.data_root.string();
  if (arguments.quick) return text + " --quick";
  text += fmt::format(" --runs {} --trials {}", study.runs, study.trials);
  if (arguments.strategy != "halving") text += " --strategy " + arguments.strategy;
  if (study.epochs > 0) text += fmt::format(" --epochs {}", study.epochs);
  if (study.patience > 0) text += fmt::format(" --patience {}", study.patience);
  return text;
}

void run_reproduce(ReproduceArguments arguments) {
  reproduce::StudyOptions& study = arguments.study;
  if (arguments.strategy == "random") study.strategy = tune::Strategy::kRandom;
  if (arguments.quick) {
    study.runs = 1;
    study.trials = 1;
    study.epochs = 10;
  }
  const std::vector<std::string> experiments = wanted_experiments(arguments.experiment);
  const std::vector<reproduce::Cell> cells = wanted_cells(experiments);
  if (study.jobs == 0) study.jobs = run::available_cores();
  tune_allocator(run::Settings{});
  run::use_threads(1);
  catch_interrupts();
  StudyProgress progress(arguments.quiet);
  study.commit = kBuildCommit;
  reproduce::StudyResults results = reproduce::run_study(cells, study, progress);
  reproduce::add_stored_cells(results, study);
  const reproduce::Provenance provenance{utc_date(), kBuildCommit, command_text(arguments),
                                         reproduce::machine_description(), experiments};
  reproduce::write_report(results, study, provenance);
  if (arguments.json) {
    print_json({{"experiment", arguments.experiment},
                {"cells", results.size()},
                {"results", (study.out / "results.json").string()},
                {"report", (study.out / "RESULTS.md").string()}});
    return;
  }
  fmt::print("{} cells; tables in {}, figures in {}\n", results.size(),
             (study.out / "RESULTS.md").string(), (study.out / "figures").string());
}

}  // namespace

void add_reproduce_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "reproduce", "Run the paper's experiments: tables with baselines, ablations, figures");
  auto arguments = std::make_shared<ReproduceArguments>();
  std::vector<std::string> names = reproduce::experiment_names();
  names.emplace_back("all");
  command
      ->add_option("EXPERIMENT", arguments->experiment,
                   "table1 .. table4, figure-modules, "
                   "figure-lambda, figure-channels, figure-relations or all")
      ->required()
      ->check(CLI::IsMember(names));
  command->add_option("--data-root", arguments->study.data_root,
                      "folder with the graphs cora, blogcatalog, …; missing ones are skipped; only "
                      "figure-relations, which draws its own graphs, needs none");
  arguments->study.out = "reproduce";
  command
      ->add_option("--out", arguments->study.out, "folder to write; a study that is there goes on")
      ->capture_default_str();
  command->add_option("--runs", arguments->study.runs, "seeds per cell")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command
      ->add_option("--trials,--budget", arguments->study.trials,
                   "trials of the search for every cell; 1: none, the default settings")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command
      ->add_option("--strategy", arguments->strategy,
                   "halving: trials of which the better third goes on longer; random: all "
                   "trained to the end, which is fairer to settings that learn slowly")
      ->check(CLI::IsMember({"halving", "random"}))
      ->capture_default_str();
  command->add_option("--epochs", arguments->study.epochs, "most epochs; 0: the default of 'train'")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  command
      ->add_option("--patience", arguments->study.patience,
                   "epochs without a better validation accuracy; 0: the default of 'train'")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  command
      ->add_option("--jobs", arguments->study.jobs,
                   "cells at the same time, one thread each; 0: one per core")
      ->check(CLI::Range(0, 4096));
  arguments->study.jobs = 0;
  CLI::Option* const quick =
      command->add_flag("--quick", arguments->quick,
                        "one seed, ten epochs, no search: a look at everything in little time");
  for (const char* const name : {"--runs", "--trials", "--strategy", "--epochs", "--patience"}) {
    quick->excludes(command->get_option(name));
  }
  command->add_flag("--json", arguments->json, "print where the results are as JSON on stdout");
  command->add_flag("--quiet", arguments->quiet, "show no progress");
  command->callback([arguments] { run_reproduce(*arguments); });
}

}  // namespace disgnn::app
