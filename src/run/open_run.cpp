#include "disgnn/run/open_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_map>

#include "disgnn/config/settings_file.h"
#include "disgnn/core/error.h"
#include "disgnn/data/fingerprint.h"
#include "disgnn/run/embedded_features.h"
#include "disgnn/run/run_data.h"
#include "run/feature_check.h"

namespace disgnn::run {
namespace {

/// A graph with the right number of columns in another order would be classified all wrong.
void check_features(const RunFolder& folder, const ModelCard& card, const Dataset& data) {
  if (!has_features(data.features) && std::filesystem::exists(folder.embedding())) {
    throw input_error(fmt::format("the model in {} was trained on DeepWalk vectors of its own "
                                  "graph, which mean nothing on '{}'",
                                  folder.path().string(), data.name),
                      "train on both graphs joined into one, or on features they share");
  }
  const std::int64_t found = feature_columns(data.features);
  if (found != card.config.features) {
    throw input_error(fmt::format("the model in {} takes {} features per node, but '{}' has {}",
                                  folder.path().string(), card.config.features, data.name, found),
                      "use a graph with the same feature columns as the training data");
  }
  if (card.feature_names.empty() || data.feature_names.empty()) return;
  const auto [wanted, given] = std::mismatch(card.feature_names.begin(), card.feature_names.end(),
                                             data.feature_names.begin(), data.feature_names.end());
  if (wanted == card.feature_names.end() && given == data.feature_names.end()) return;
  throw input_error(
      fmt::format("feature {} of '{}' is called '{}', but the model in {} was trained with '{}'",
                  given - data.feature_names.begin() + 1, data.name, *given, folder.path().string(),
                  *wanted),
      "bring the columns into the order of the training data");
}

}  // namespace

Settings stored_settings(const RunFolder& folder) {
  Settings settings;
  // A folder without a model is no run at all; open_run says so.
  if (std::filesystem::exists(folder.model())) read_written_settings(folder.config(), settings);
  return settings;
}

OpenRun open_run(const RunFolder& folder, Settings settings, Target target) {
  OpenRun run;
  run.settings = std::move(settings);
  // As in training: a model that fits the memory there fits it here, and says the same.
  run.model = load_model(folder, {.memory = run.settings.memory, .kernels = run.settings.kernels});
  DataSource source = data_source(run.settings);
  source.columns_may_be_missing = target == Target::kOtherGraph;
  // The model knows which columns it reads, whatever a table with other rows looks like.
  if (!run.model.card.feature_names.empty()) source.feature_columns = run.model.card.feature_names;
  run.data = make_dataset(uses_builtin_graph(run.settings) ? load_raw_dataset(run.settings)
                                                           : read_dataset(source));
  if (target == Target::kOwnGraph) restore_embedded_features(run.data, folder.embedding());
  check_features(folder, run.model.card, run.data);
  require_moderate_features(run.model.card.normalizer, run.data);
  if (target == Target::kOtherGraph) {
    if (auto text = far_feature(run.model.card.normalizer, run.data)) {
      run.data.warnings.push_back(std::move(*text));
    }
  }
  const bool same = dataset_fingerprint(run.data) == run.model.card.data_fingerprint;
  if (same || target == Target::kOwnGraph) {
    if (!same) {
      throw input_error(fmt::format("'{}' has changed since the model in {} was trained on it",
                                    run.data.name, folder.path().string()),
                        "name the data after the run folder to use the model on it as it is now");
    }
    run.split = make_split(run.settings, run.data, run.model.card.seed);
  }
  // What a model knows of its nodes holds for as long as edges and features are the same.
  const bool same_nodes = same || nodes_fingerprint(run.data) == run.model.card.nodes_fingerprint;
  if (!same_nodes && !run.model.model->is_inductive()) {
    throw input_error(
        fmt::format("the model in {} has values for each node of the graph it was trained on, and "
                    "'{}' is another one",
                    folder.path().string(), run.data.name),
        "train a model for any graph: disgnn with its defaults, or another baseline than linkx");
  }
  if (!same_nodes && run.model.card.config.kind == "none") {
    throw input_error(
        fmt::format("the run in {} has no model, only stages that were fitted on its own graph",
                    folder.path().string()),
        "train a model for any graph, for instance with --model disgnn");
  }
  run.evaluation = train::evaluate(
      *run.model.model, model_input(run.model.card.normalizer, run.data), run.data.graph.index());
  if (run.model.stages.empty()) return run;
  if (same_nodes) {
    run.evaluation.set_probabilities(nn::apply_stages(
        run.model.stages, run.evaluation.model_probabilities, run.data.graph.index()));
  } else {
    run.data.warnings.push_back(
        fmt::format("the prediction stages of the model ({}) know the graph they were fitted on "
                    "alone: the model decides by itself here",
                    fmt::join(run.model.card.stages, ", ")));
  }
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
