#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>

#include "command_line.h"
#include "disgnn/config/threads.h"
#include "disgnn/core/error.h"
#include "disgnn/run/predictions.h"
#include "disgnn/train/classification_metrics.h"
#include "output.h"
#include "run_argument.h"
#include "settings_flags.h"

namespace disgnn::app {
namespace {

struct PredictArguments {
  std::string run;
  SettingsFlags settings;
  std::string out;
  std::int64_t threads = 0;
  bool json = false;
};

void predict(const PredictArguments& arguments) {
  const std::filesystem::path out = arguments.out.empty() ? "predictions.csv" : arguments.out;
  if (out.extension() == ".gz" || out.extension() == ".npz") {
    throw usage_error(fmt::format("--out {}: predictions are written as plain CSV", out.string()),
                      "end the file name with .csv");
  }
  const run::RunFolder folder(arguments.run);
  run::use_threads(arguments.threads);
  const run::OpenRun run = open_run(folder, arguments.settings);
  print_warnings(run.data.warnings);

  note_replacement(out);
  run::write_predictions(out, run.data, run.split ? &*run.split : nullptr,
                         run.model.card.class_names, run.evaluation);

  // On its own graph only test nodes are a fair measure; on another one every labelled node is.
  std::vector<NodeId> nodes(run.data.nodes());
  std::iota(nodes.begin(), nodes.end(), 0);
  if (run.split) {
    const auto test = run.split->members(Role::kTest);
    nodes.assign(test.begin(), test.end());
  }
  const std::vector<std::int32_t> labels = run::labels_for_model(run.data, run.model.card);
  const auto unknown = std::count_if(nodes.begin(), nodes.end(), [&](NodeId v) {
    return run.data.labels[v] >= 0 && labels[v] < 0;
  });
  if (unknown > 0) {
    print_warnings(
        {fmt::format("{} labelled nodes are of a class the model was not trained on; they "
                     "do not count in the accuracy",
                     unknown)});
  }
  const auto counts = class_counts(labels, run.evaluation.predictions, nodes,
                                   static_cast<std::int32_t>(run.model.card.config.classes));
  if (arguments.json) {
    nlohmann::ordered_json json = {{"run", folder.path().string()},
                                   {"dataset", run.data.name},
                                   {"nodes", run.data.nodes()},
                                   {"predictions", out.string()},
                                   {"measured_on", run.split ? "test" : "labelled"},
                                   {"measured_nodes", counts.total()}};
    if (counts.total() > 0) {
      json["accuracy"] = counts.accuracy();
      json["macro_f1"] = counts.macro_f1();
    }
    print_json(json);
    return;
  }
  fmt::print("{} nodes of {} classified, written to {}\n", run.data.nodes(), run.data.name,
             out.string());
  if (counts.total() > 0) {
    fmt::print("{} {} nodes: accuracy {:.2f} %, macro-F1 {:.2f} %\n", counts.total(),
               run.split ? "test" : "labelled", 100 * counts.accuracy(), 100 * counts.macro_f1());
  }
}

}  // namespace

void add_predict_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "predict",
      "Classify the nodes of the training graph, or of another one with the same features");
  auto arguments = std::make_shared<PredictArguments>();
  command->add_option("RUN", arguments->run, "run folder that 'train' wrote")->required();
  arguments->settings.add_to(*command, {"data"},
                             "another graph with the same features, in any format 'train' reads; "
                             "default: the graph the run was trained on");
  command->add_option("--out", arguments->out, "table to write (default: predictions.csv)");
  command->add_option("--threads", arguments->threads, "threads; 0: all cores")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "print what was done as JSON on stdout");
  command->callback([arguments] { predict(*arguments); });
}

}  // namespace disgnn::app
