#include "disgnn/run/summary.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>

#include "disgnn/config/model_settings.h"
#include "disgnn/graph/statistics.h"
#include "disgnn/run/json_format.h"

namespace disgnn::run {
namespace {

template <typename Field>
std::vector<double> collect(const std::vector<RunResult>& runs, Field field) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const RunResult& run : runs) values.push_back(field(run));
  return values;
}

/// Mean over the runs that have a value.
template <typename Field>
std::optional<double> mean_of_known(const std::vector<RunResult>& runs, Field field) {
  std::vector<double> values;
  for (const RunResult& run : runs) {
    if (const std::optional<double> value = field(run)) values.push_back(*value);
  }
  return values.empty() ? std::nullopt : std::optional(spread(values).mean);
}

/// [L] means over the runs.
std::vector<std::optional<double>> means_of_layers(
    const std::vector<RunResult>& runs,
    std::vector<std::optional<double>> Disentanglement::*of_layers) {
  std::vector<std::optional<double>> means;
  if (runs.empty()) return means;
  for (std::size_t layer = 0; layer < (runs[0].disentanglement.*of_layers).size(); ++layer) {
    means.push_back(mean_of_known(
        runs, [&](const RunResult& run) { return (run.disentanglement.*of_layers)[layer]; }));
  }
  return means;
}

Json disentanglement_json(const Dataset& data, const std::vector<RunResult>& runs) {
  Json json = {{"homophily_auc",
                {{"layers", optional_list_json(mean_homophily_auc(runs))},
                 {"validation_layers",
                  optional_list_json(means_of_layers(runs, &Disentanglement::validation_auc))},
                 {"best", optional_json(best_homophily_auc(runs))},
                 {"predictions", optional_json(mean_prediction_auc(runs))}}}};
  const auto last = last_layer_recovery(runs);
  if (!last) return json;
  json.update(recovery_json(*last));
  json["nmi_of_somebody_who_knows"] = yardsticks_json(relation_yardsticks(data));
  json["first_layer"] = recovery_json(*mean_recovery(runs, &Disentanglement::first_layer));
  json["last_layer"] = recovery_json(*last);
  return json;
}

}  // namespace

Spread spread(const std::vector<double>& values) {
  Spread result;
  if (values.empty()) return result;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) result.mean += value / count;
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.std = std::sqrt(squares / (count - 1));
  return result;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::vector<std::optional<double>> mean_homophily_auc(const std::vector<RunResult>& runs) {
  return means_of_layers(runs, &Disentanglement::homophily_auc);
}

std::optional<double> mean_prediction_auc(const std::vector<RunResult>& runs) {
  return mean_of_known(runs,
                       [](const RunResult& run) { return run.disentanglement.prediction_auc; });
}

std::optional<double> best_homophily_auc(const std::vector<RunResult>& runs) {
  const auto by_layer = mean_homophily_auc(runs);
  if (by_layer.empty()) return std::nullopt;
  // No value is less than any; of equals the first.
  const auto of_validation = means_of_layers(runs, &Disentanglement::validation_auc);
  return by_layer[std::ranges::max_element(of_validation) - of_validation.begin()];
}

std::optional<RelationRecovery> mean_recovery(
    const std::vector<RunResult>& runs, std::optional<RelationRecovery> Disentanglement::*layer) {
  RelationRecovery sum;
  double count = 0;
  for (const RunResult& run : runs) {
    const auto& recovery = run.disentanglement.*layer;
    if (!recovery) continue;
    sum.nmi += recovery->nmi;
    sum.ari += recovery->ari;
    sum.kmeans_nmi += recovery->kmeans_nmi;
    sum.relation_auc += recovery->relation_auc;
    count += 1;
  }
  if (count == 0) return std::nullopt;
  for (double* const value : {&sum.nmi, &sum.ari, &sum.kmeans_nmi, &sum.relation_auc}) {
    *value /= count;
  }
  return sum;
}

std::optional<RelationRecovery> last_layer_recovery(const std::vector<RunResult>& runs) {
  return mean_recovery(runs, &Disentanglement::last_layer);
}

double peak_memory_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

std::string summary_json(const Dataset& data, const Settings& settings,
                         const std::vector<RunResult>& runs) {
  Json run_list = Json::array();
  for (const RunResult& run : runs) {
    run_list.push_back({{"seed", run.seed},
                        {"best_epoch", run.best_epoch},
                        {"epochs", run.epochs},
                        {"val_accuracy", run.validation_accuracy},
                        {"val_macro_f1", run.validation_macro_f1},
                        {"test_accuracy", run.test_accuracy},
                        {"test_macro_f1", run.test_macro_f1},
                        {"seconds", run.seconds}});
    if (run.model_test_accuracy) {
      run_list.back()["model_test_accuracy"] = *run.model_test_accuracy;
    }
    if (!run.choices.empty()) run_list.back()["choices"] = run.choices;
  }
  const auto median_ms = [&](auto field) { return median(collect(runs, field)); };
  const Json json = {
      {"format", "disgnn-summary-1"},
      {"dataset",
       {{"name", data.name},
        {"nodes", data.nodes()},
        {"edges", graph_statistics(data.graph).edges},
        {"entries", data.graph.entries()},
        {"classes", data.classes},
        {"features", feature_columns(data.features)},
        {"feature_source", data.embedded_features ? "deepwalk" : "data"}}},
      {"model", settings.model},
      {"stages", stage_list(settings)},
      {"runs", run_list},
      {"test",
       {{"accuracy",
         spread_json(spread(collect(runs, [](const auto& run) { return run.test_accuracy; })))},
        {"macro_f1",
         spread_json(spread(collect(runs, [](const auto& run) { return run.test_macro_f1; })))}}},
      {"timing",
       {{"class_step_ms", median_ms([](const auto& run) { return run.class_step_ms; })},
        {"full_step_ms", median_ms([](const auto& run) { return run.full_step_ms; })},
        {"epoch_ms", median_ms([](const auto& run) { return run.epoch_ms; })}}},
      {"peak_rss_mb", peak_memory_mib()},
      {"disentanglement", disentanglement_json(data, runs)}};
  return dump(json);
}

}  // namespace disgnn::run
