#include <fmt/format.h>

#include <memory>

#include "command_line.h"
#include "disgnn/config/threads.h"
#include "disgnn/core/error.h"
#include "disgnn/explain/disentanglement.h"
#include "disgnn/run/edge_table.h"
#include "disgnn/run/json_format.h"
#include "output.h"
#include "result_table.h"
#include "run_argument.h"
#include "settings_flags.h"

namespace disgnn::app {
namespace {

struct EdgesArguments {
  std::string run;
  SettingsFlags settings;
  std::string out;
  std::int64_t threads = 0;
  bool json = false;
};

run::Json layer_json(const std::optional<RelationRecovery>& recovery, const Dataset& data) {
  if (!recovery) return nullptr;
  run::Json json = run::recovery_json(*recovery);
  for (std::size_t r = 0; r < recovery->channel_of_relation.size(); ++r) {
    json["channel_of_relation"][data.relation_names[r]] = recovery->channel_of_relation[r];
  }
  return json;
}

void print_scores(const Disentanglement& scores) {
  std::vector<std::vector<std::string>> rows = {{"layer", "homophily AUC"}};
  if (scores.first_layer) {  // graphs with known relations
    for (const char* const title : {"relation NMI", "ARI", "k-means NMI", "relation AUC"}) {
      rows.front().emplace_back(title);
    }
  }
  for (std::size_t l = 0; l < scores.homophily_auc.size(); ++l) {
    const auto& auc = scores.homophily_auc[l];
    rows.push_back({fmt::format("{}", l + 1), figure(auc)});
    const bool last = l + 1 == scores.homophily_auc.size();
    const auto& recovery = l == 0 ? scores.first_layer : scores.last_layer;
    if (recovery && (l == 0 || last)) {
      for (const double value :
           {recovery->nmi, recovery->ari, recovery->kmeans_nmi, recovery->relation_auc}) {
        rows.back().push_back(fmt::format("{:.3f}", value));
      }
    }
  }
  fmt::print("{}", aligned_table(rows));
}

void write_edges(const EdgesArguments& arguments) {
  const run::RunFolder folder(arguments.run);
  std::filesystem::path out = arguments.out;
  if (out.empty()) {
    // The run's folder keeps what is said of its own graph.
    out = arguments.settings.names_data() ? "edges.csv" : folder.path() / "edges.csv";
  }
  if (out.extension() != ".csv" && out.extension() != ".npz") {
    throw usage_error(fmt::format("--out {} is neither .csv nor .npz", out.string()),
                      "end the file name with .csv or .npz");
  }
  run::use_threads(arguments.threads);
  const run::OpenRun run = open_run(folder, arguments.settings);
  const nn::DisGnnModel* const model = nn::as_disentangling(*run.model.model);
  if (model == nullptr) {
    throw input_error(fmt::format("the model in {} is {}, which has no relation channels",
                                  folder.path().string(), run.model.card.name),
                      "name a run of disgnn or disgnn-base");
  }
  note_replacement(out);
  if (out.extension() == ".npz") {
    run::write_edge_npz(out, run.data, *model, run.evaluation.output);
  } else {
    run::write_edge_csv(out, run.data, *model, run.evaluation.output);
  }

  std::vector<NodeId> nodes;
  for (NodeId v = 0; v < run.data.nodes(); ++v) {
    if (!run.split || run.split->role(v) == Role::kTest) nodes.push_back(v);
  }
  const Disentanglement scores = measure_disentanglement(
      run.data, run.evaluation.output, run.evaluation.model_probabilities, nodes, {});
  const EntryId edges = run.data.graph.entries() - run.data.nodes();
  if (arguments.json) {
    const run::Json json = {
        {"run", folder.path().string()},
        {"dataset", run.data.name},
        {"edges", edges},
        {"table", out.string()},
        {"homophily_auc", run::optional_list_json(scores.homophily_auc)},
        {"first_layer", layer_json(scores.first_layer, run.data)},
        {"last_layer", layer_json(scores.last_layer, run.data)},
        {"nmi_of_somebody_who_knows", run::yardsticks_json(relation_yardsticks(run.data))}};
    print_json(json);
    return;
  }
  print_scores(scores);
  if (scores.first_layer) {
    std::vector<std::vector<std::string>> rows = {{"relation NMI of somebody", ""}};
    append_yardsticks(relation_yardsticks(run.data), rows);
    fmt::print("{}", aligned_table(rows));
  }
  fmt::print("{} edge entries of {} written to {}\n", edges, run.data.name, out.string());
}

}  // namespace

void add_edges_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "edges", "Write what every edge means: existence and weight per channel, dominant channel");
  auto arguments = std::make_shared<EdgesArguments>();
  command->add_option("RUN", arguments->run, "run folder that 'train' wrote")->required();
  arguments->settings.add_to(*command, {"data"},
                             "another graph with the same features, in any format 'train' reads; "
                             "default: the graph the run was trained on");
  command->add_option("--out", arguments->out,
                      "table to write, .csv or .npz (default: RUN/edges.csv, of another graph "
                      "edges.csv)");
  command->add_option("--threads", arguments->threads, "threads; 0: all cores")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "print the scores as JSON on stdout");
  command->callback([arguments] { write_edges(*arguments); });
}

}  // namespace disgnn::app
