#include "disgnn/report/document.h"

#include <fmt/format.h>

#include <set>

#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/report/dataset_card.h"
#include "disgnn/run/option_schema.h"
#include "disgnn/run/run_data.h"
#include "disgnn/run/settings_file.h"
#include "report/sections.h"
#include "report/training_curves.h"

namespace disgnn::report {
namespace {

using run::Json;

/// The name of the folder, with a number if another run of the report has it.
std::string unique_name(const run::RunFolder& folder, std::set<std::string>& taken) {
  const std::filesystem::path path = std::filesystem::absolute(folder.path()).lexically_normal();
  const std::string name =
      (path.has_filename() ? path.filename() : path.parent_path().filename()).string();
  std::string unique = name;
  for (int i = 2; !taken.insert(unique).second; ++i) unique = fmt::format("{} ({})", name, i);
  return unique;
}

run::Settings settings_of(const run::RunFolder& folder) {
  if (!std::filesystem::exists(folder.config())) {
    throw input_error(Where{folder.path().string()}, "holds no run (config.toml is missing)",
                      "name a folder that 'disgnn train' wrote");
  }
  run::Settings settings;
  run::read_settings_file(folder.config(), settings);
  return settings;
}

Json settings_json(const run::Settings& settings) {
  run::Settings defaults = run::default_settings(settings.model);
  run::resolve(defaults);
  Json list = Json::array();
  for (const run::Option& option : run::option_schema()) {
    if (!option.is_read_by(settings)) continue;
    const std::string value = option.value(settings);
    list.push_back({{"section", option.section},
                    {"name", option.name},
                    {"value", value},
                    {"changed", value != option.value(defaults)}});
  }
  return list;
}

Json stored_json(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return nullptr;
  Json json = Json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) throw input_error(Where{path.string()}, "is damaged", "train anew");
  return json;
}

void add_explanations(Json& json, const run::OpenRun& run) {
  ExplainedRun explained{.run = run,
                         .model = dynamic_cast<const nn::DisGnnModel*>(run.model.model.get()),
                         .columns = {},
                         .contributions = std::nullopt,
                         .kept = {}};
  const nn::ModelOutput& output = run.evaluation.output;
  if (explained.model != nullptr) {
    explained.columns = edge_columns(run.data, *explained.model, output);
    explained.contributions = logit_contributions(*explained.model, output, run.data.graph.index());
  }
  explained.kept = kept_graph(run.data.graph, worst_mistakes(run), bytes_per_entry(explained.model),
                              ReportLimits{});
  json["nodes"] = nodes_section(explained);
  json["edges"] = edges_section(explained);
  json["channels"] = channels_section(explained);
  json["errors"] = errors_section(explained);
}

Json run_json(const run::RunFolder& folder, const std::string& name) {
  const run::Settings settings = settings_of(folder);
  Json json = {{"name", name},
               {"folder", folder.path().string()},
               {"command", fmt::format("disgnn train --config {}", folder.config().string())},
               {"model", settings.model},
               {"seed", settings.seed},
               {"settings", settings_json(settings)},
               {"summary", stored_json(folder.summary())},
               {"dataset", nullptr},
               {"training", training_curves(folder.metrics())},
               {"classes", nullptr},
               {"nodes", nullptr},
               {"edges", nullptr},
               {"channels", nullptr},
               {"errors", nullptr}};
  const auto add_dataset = [&](const Dataset& data) {
    json["dataset"] = dataset_card_json(data, dataset_card(data));
    json["classes"] = data.class_names;
  };
  if (!std::filesystem::exists(folder.model())) {
    add_dataset(run::load_dataset(settings));
    return json;
  }
  const run::OpenRun run = run::open_run(folder, settings, run::Target::kOwnGraph);
  json["seed"] = run.model.card.seed;
  add_dataset(run.data);
  add_explanations(json, run);
  return json;
}

}  // namespace

std::string report_document(const std::vector<run::RunFolder>& folders,
                            const ReportOrigin& origin) {
  std::set<std::string> taken;
  Json runs = Json::array();
  for (const run::RunFolder& folder : folders) {
    runs.push_back(run_json(folder, unique_name(folder, taken)));
  }
  return run::dump({{"format", "disgnn-report-1"},
                    {"created", origin.created},
                    {"program", origin.program},
                    {"runs", runs}},
                   /*indent=*/-1);
}

}  // namespace disgnn::report
