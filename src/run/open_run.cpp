#include "disgnn/run/open_run.h"

#include <fmt/format.h>

#include <unordered_map>

#include "disgnn/core/error.h"
#include "disgnn/run/option_schema.h"
#include "disgnn/run/run_data.h"
#include "disgnn/run/settings_file.h"

namespace disgnn::run {
namespace {

/// Everything that says where data comes from and how it is read.
void take_data_source(Settings& settings, const Settings& from) {
  for (const Option& option : option_schema()) {
    if (option.section == "data") option.assign(settings, option.value(from));
  }
}

}  // namespace

OpenRun open_run(const RunFolder& folder, const Settings* data_settings) {
  OpenRun run;
  run.model = load_model(folder);
  read_settings_file(folder.config(), run.settings);
  if (data_settings != nullptr) take_data_source(run.settings, *data_settings);
  // What the model was trained with decides, whatever the configuration file says by now.
  run.settings.feature_norm = run.model.card.feature_norm;
  run.data = load_dataset(run.settings);

  const std::int64_t expected = run.model.card.config.features;
  const std::int64_t found = feature_columns(run.data.features);
  if (found != expected) {
    throw input_error(fmt::format("the model in {} takes {} features per node, but '{}' has {}",
                                  folder.path().string(), expected, run.data.name, found),
                      "use a graph with the same feature columns as the training data");
  }
  if (data_settings == nullptr) {
    run.split = make_split(run.settings, run.data, run.model.card.seed);
  }
  run.evaluation = train::evaluate(*run.model.model, model_input(run.settings, run.data),
                                   run.data.graph.index());
  return run;
}

std::vector<std::int32_t> labels_for_model(const Dataset& data, const ModelCard& card) {
  std::unordered_map<std::string, std::int32_t> number;
  for (std::size_t c = 0; c < card.class_names.size(); ++c) {
    number.emplace(card.class_names[c], static_cast<std::int32_t>(c));
  }
  std::vector<std::int32_t> labels(data.labels.size(), -1);
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (data.labels[v] < 0) continue;
    const auto found = number.find(data.class_names[data.labels[v]]);
    if (found != number.end()) labels[v] = found->second;
  }
  return labels;
}

}  // namespace disgnn::run
