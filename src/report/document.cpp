#include "disgnn/report/document.h"

#include <fmt/format.h>

#include <set>

#include "disgnn/config/model_settings.h"
#include "disgnn/config/option_schema.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/core/shell_word.h"
#include "disgnn/report/dataset_card.h"
#include "disgnn/run/run_data.h"
#include "report/opened_run.h"
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

/// With what extensions have chosen for the model where they were left the choice.
run::Settings as_chosen(run::Settings settings, const run::ModelCard& card) {
  if (run::has_channels(settings)) settings.extensions = card.config.extensions;
  return settings;
}

Json stored_json(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return nullptr;
  Json json = Json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) throw input_error(Where{path.string()}, "is damaged", "train anew");
  return json;
}

Json run_json(const OpenedRun& opened, const std::string& name) {
  const auto& [folder, settings, run, explained] = opened;
  Json json = {
      {"name", name},
      {"folder", folder.path().string()},
      {"command", fmt::format("disgnn train --config {}", shell_word(folder.config().string()))},
      {"model", settings.model},
      {"seed", run ? Json(run->model.card.seed) : Json(settings.seed)},
      {"settings", settings_json(run ? as_chosen(settings, run->model.card) : settings)},
      {"summary", stored_json(folder.summary())}};
  const std::optional<Dataset> loaded =
      run ? std::nullopt : std::optional(run::load_dataset(settings));
  const Dataset& data = run ? run->data : *loaded;
  json["dataset"] = dataset_card_json(data, dataset_card(data));
  json["training"] = training_curves(folder.metrics());
  json["classes"] = data.class_names;
  json["nodes"] = explained ? nodes_section(*explained) : Json(nullptr);
  json["edges"] = explained ? edges_section(*explained) : Json(nullptr);
  json["channels"] = explained ? channels_section(*explained) : Json(nullptr);
  json["errors"] = explained ? errors_section(*explained) : Json(nullptr);
  return json;
}

}  // namespace

std::string document_of(const std::vector<const OpenedRun*>& runs, const ReportOrigin& origin) {
  std::set<std::string> taken;
  Json list = Json::array();
  for (const OpenedRun* const run : runs) {
    list.push_back(run_json(*run, unique_name(run->folder, taken)));
  }
  return run::dump({{"format", "disgnn-report-1"},
                    {"created", origin.created},
                    {"program", origin.program},
                    {"runs", list}},
                   /*indent=*/-1);
}

std::string report_document(const std::vector<run::RunFolder>& folders,
                            const ReportOrigin& origin) {
  std::vector<OpenedRun> runs;
  runs.reserve(folders.size());
  for (const run::RunFolder& folder : folders) runs.push_back(opened_run(folder));
  std::vector<const OpenedRun*> all;
  for (const OpenedRun& run : runs) all.push_back(&run);
  return document_of(all, origin);
}

}  // namespace disgnn::report
