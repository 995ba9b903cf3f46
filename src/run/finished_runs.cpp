#include "disgnn/run/finished_runs.h"
#include "disgnn/core/error.h"
#include "disgnn/run/json_format.h"

namespace disgnn::run {
namespace {

Json stored_recovery(const std::optional<RelationRecovery>& recovery) {
  if (!recovery) return nullptr;
  Json json = recovery_json(*recovery);
  json["channel_of_relation"] = recovery->channel_of_relation;
  return json;
}

std::optional<RelationRecovery> recovery_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  RelationRecovery recovery;
  recovery.nmi = json.at("nmi");
  recovery.ari = json.at("ari");
  recovery.kmeans_nmi = json.at("kmeans_nmi");
  recovery.relation_auc = json.at("relation_auc");
  recovery.channel_of_relation = json.at("channel_of_relation").get<std::vector<std::int32_t>>();
  return recovery;
}

std::vector<std::optional<double>> optional_list(const Json& list) {
  std::vector<std::optional<double>> values;
  for (const Json& value : list) {
    values.push_back(value.is_null() ? std::nullopt : std::optional(value.get<double>()));
  }
  return values;
}

}  // namespace

std::string runs_to_json(const std::vector<RunResult>& runs) {
  Json list = Json::array();
  for (const RunResult& run : runs) {
    list.push_back({{"seed", run.seed},
                    {"choices", run.choices},
                    {"best_epoch", run.best_epoch},
                    {"epochs", run.epochs},
                    {"val_accuracy", run.validation_accuracy},
                    {"val_macro_f1", run.validation_macro_f1},
                    {"test_accuracy", run.test_accuracy},
                    {"test_macro_f1", run.test_macro_f1},
                    {"model_test_accuracy", optional_json(run.model_test_accuracy)},
                    {"seconds", run.seconds},
                    {"class_step_ms", run.class_step_ms},
                    {"full_step_ms", run.full_step_ms},
                    {"epoch_ms", run.epoch_ms},
                    {"homophily_auc", optional_list_json(run.disentanglement.homophily_auc)},
                    {"validation_auc", optional_list_json(run.disentanglement.validation_auc)},
                    {"prediction_auc", optional_json(run.disentanglement.prediction_auc)},
                    {"first_layer", stored_recovery(run.disentanglement.first_layer)},
                    {"last_layer", stored_recovery(run.disentanglement.last_layer)}});
  }
  return dump({{"format", "disgnn-runs-1"}, {"runs", list}}) + "\n";
}

std::vector<RunResult> runs_from_json(const std::string& text, const std::string& source) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto damaged = [&] {
    return input_error(Where{source}, "is damaged", "remove the checkpoint folder and train anew");
  };
  std::vector<RunResult> runs;
  try {
    for (const Json& entry : json.at("runs")) {
      RunResult run;
      run.seed = entry.at("seed");
      run.choices = entry.value("choices", std::vector<std::string>());
      run.best_epoch = entry.at("best_epoch");
      run.epochs = entry.at("epochs");
      run.validation_accuracy = entry.at("val_accuracy");
      run.validation_macro_f1 = entry.value("val_macro_f1", 0.0);  // not of earlier versions
      run.test_accuracy = entry.at("test_accuracy");
      run.test_macro_f1 = entry.at("test_macro_f1");
      if (const Json value = entry.value("model_test_accuracy", Json()); !value.is_null()) {
        run.model_test_accuracy = value.get<double>();
      }
      run.seconds = entry.at("seconds");
      run.class_step_ms = entry.at("class_step_ms");
      run.full_step_ms = entry.at("full_step_ms");
      run.epoch_ms = entry.at("epoch_ms");
      run.disentanglement.homophily_auc = optional_list(entry.at("homophily_auc"));
      // Earlier versions did not look at validation edges.
      run.disentanglement.validation_auc =
          entry.contains("validation_auc")
              ? optional_list(entry.at("validation_auc"))
              : std::vector<std::optional<double>>(run.disentanglement.homophily_auc.size());
      if (const Json value = entry.value("prediction_auc", Json()); !value.is_null()) {
        run.disentanglement.prediction_auc = value.get<double>();
      }
      run.disentanglement.first_layer = recovery_from(entry.at("first_layer"));
      run.disentanglement.last_layer = recovery_from(entry.at("last_layer"));
      runs.push_back(std::move(run));
      const std::size_t layers = runs.front().disentanglement.homophily_auc.size();
      if (runs.back().disentanglement.homophily_auc.size() != layers ||
          runs.back().disentanglement.validation_auc.size() != layers) {
        throw damaged();  // all runs have the same layers
      }
    }
  } catch (const nlohmann::json::exception&) {
    throw damaged();
  }
  return runs;
}

}  // namespace disgnn::run
