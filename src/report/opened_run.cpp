#include "report/opened_run.h"

#include "disgnn/config/settings_file.h"
#include "disgnn/core/error.h"

namespace disgnn::report {
namespace {

run::Settings settings_of(const run::RunFolder& folder) {
  if (!std::filesystem::exists(folder.config())) {
    throw input_error(Where{folder.path().string()}, "holds no run (config.toml is missing)",
                      "name a folder that 'disgnn train' wrote");
  }
  run::Settings settings;
  run::read_written_settings(folder.config(), settings);
  return settings;
}

ExplainedRun explained_run(const run::OpenRun& run) {
  ExplainedRun explained{.run = run,
                         .model = nn::as_disentangling(*run.model.model),
                         .columns = {},
                         .contributions = std::nullopt,
                         .errors = test_errors(run),
                         .kept = {}};
  if (explained.model != nullptr) {
    const nn::ModelOutput& output = run.evaluation.output;
    explained.columns = edge_columns(run.data, *explained.model, output);
    explained.contributions = logit_contributions(
        *explained.model, output, run.evaluation.predictions, run.data.graph.index());
  }
  std::vector<NodeId> mistaken;
  for (const Mistake& mistake : explained.errors.mistakes) mistaken.push_back(mistake.node);
  explained.kept =
      kept_graph(run.data.graph, mistaken, bytes_per_entry(explained.model), ReportLimits{});
  return explained;
}

}  // namespace

OpenedRun opened_run(const run::RunFolder& folder) {
  OpenedRun opened{folder, settings_of(folder), nullptr, std::nullopt};
  if (!std::filesystem::exists(folder.model())) return opened;
  opened.run = std::make_unique<const run::OpenRun>(
      run::open_run(folder, opened.settings, run::Target::kOwnGraph));
  opened.explained.emplace(explained_run(*opened.run));
  return opened;
}

}  // namespace disgnn::report
