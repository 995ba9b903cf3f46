#include "disgnn/run/model_file.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "disgnn/config/option_schema.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/model/extension.h"
#include "disgnn/run/json_format.h"
#include "disgnn/train/safetensors.h"
#include "train/named_tensors.h"

namespace disgnn::run {
namespace {

constexpr const char* kFormat = "disgnn-model-2";
constexpr std::int64_t kMaxClasses = 1 << 20;

/// Sizes that no option gives.
bool sizes_are_sane(const nn::ModelConfig& config) {
  const auto sane = [](std::int64_t value, std::int64_t min, std::int64_t max) {
    return value >= min && value <= max;
  };
  return sane(config.classes, 1, kMaxClasses) && sane(config.features, 1, std::int64_t{1} << 31) &&
         sane(config.nodes, 0, std::int64_t{1} << 31);
}

/// Whether an option is part of the model's shape.
bool is_of_model(const Option& option) {
  return (option.section == "model" || option.section == "extensions") && option.name != "model" &&
         option.name != "stage" && option.name != "feature-norm";
}

/// With every extension off.
Settings settings_of(const nn::ModelConfig& config) {
  Settings settings;
  static_cast<nn::ModelConfig&>(settings) = config;
  return settings;
}

/// Options of extensions only where they are on, so that programs with other extensions can read
/// the rest.
Json options_json(const nn::ModelConfig& config) {
  const Settings settings = settings_of(config);
  const Settings off = settings_of({});
  Json json = Json::object();
  for (const Option& option : option_schema()) {
    if (!is_of_model(option)) continue;
    const std::string value = option.value(settings);
    if (option.section == "extensions" && value == option.value(off)) continue;
    json[option.key()] = option.is_text() ? Json(value) : Json::parse(value);
  }
  return json;
}

/// Range-checked by the schema.
nn::ModelConfig config_from(const Json& json) {
  Settings settings = settings_of({});
  std::size_t read = 0;
  for (const Option& option : option_schema()) {
    if (!is_of_model(option)) continue;
    if (option.section == "extensions" && !json.contains(option.key())) continue;
    const Json& value = json.at(option.key());
    option.assign(settings, value.is_string() ? value.get<std::string>() : value.dump());
    ++read;
  }
  if (read == json.size()) return settings;
  throw usage_error("has options of an extension that this program was built without",
                    "use a program with it (-DDISGNN_EXTENSIONS=ON)");
}

/// [d] finite numbers each.
bool statistics_are_sane(const FeatureNormalizer& normalizer, std::int64_t features) {
  if (normalizer.kind == "none" || normalizer.kind == "row") return true;
  if (normalizer.kind != "standard") return false;
  for (const auto* const values : {&normalizer.mean, &normalizer.inverse_deviation}) {
    if (static_cast<std::int64_t>(values->size()) != features) return false;
    if (!std::ranges::all_of(*values, [](double value) { return std::isfinite(value); })) {
      return false;
    }
  }
  return true;
}

using Bytes = std::vector<std::uint8_t>;

/// Names may be in any encoding, but JSON is UTF-8; true when it would not give them back.
bool json_alters(const std::vector<std::string>& names) {
  return Json::parse(dump(names)) != Json(names);
}

std::vector<Bytes> to_bytes(const std::vector<std::string>& names) {
  std::vector<Bytes> all;
  all.reserve(names.size());
  for (const std::string& name : names) all.emplace_back(name.begin(), name.end());
  return all;
}

/// Under `key`, and as bytes under `key`_bytes where JSON cannot hold them.
void store_names(Json& json, const std::string& key, const std::vector<std::string>& names) {
  json[key] = names;
  if (json_alters(names)) json[key + "_bytes"] = to_bytes(names);
}

std::vector<std::string> stored_names(const Json& json, const std::string& key) {
  if (!json.contains(key + "_bytes")) return json.at(key).get<std::vector<std::string>>();
  std::vector<std::string> names;
  for (const Bytes& bytes : json.at(key + "_bytes").get<std::vector<Bytes>>()) {
    names.emplace_back(bytes.begin(), bytes.end());
  }
  return names;
}

/// The model's own tensors, then those of the stages under "stage.".
nn::NamedTensors all_tensors(const nn::NodeClassifier& model, const nn::PredictionStages& stages) {
  nn::NamedTensors all = model.named_parameters();
  train::append(all, train::with_prefix("stage.", nn::named_buffers(stages)));
  return all;
}

}  // namespace

void save_model(const RunFolder& folder, const ModelCard& card, const nn::NodeClassifier& model,
                const nn::PredictionStages& stages) {
  const nn::ModelConfig& config = card.config;
  Json json = {{"format", kFormat},
               {"model", card.name},
               {"kind", config.kind},
               {"features", config.features},
               {"classes", config.classes},
               {"nodes", config.nodes},
               {"options", options_json(config)},
               {"stages", card.stages},
               {"feature_norm", card.normalizer.kind},
               {"data_fingerprint", card.data_fingerprint},
               {"nodes_fingerprint", card.nodes_fingerprint},
               {"seed", card.seed},
               {"best_epoch", card.best_epoch},
               {"validation_accuracy", card.validation_accuracy}};
  if (card.normalizer.kind == "standard") {
    json["feature_mean"] = card.normalizer.mean;
    json["feature_inverse_deviation"] = card.normalizer.inverse_deviation;
  }
  store_names(json, "class_names", card.class_names);
  if (!card.feature_names.empty()) store_names(json, "feature_names", card.feature_names);
  train::write_tensor_file(folder.weights(), {.tensors = train::cloned(all_tensors(model, stages)),
                                              .metadata = {{"format", kFormat}}});
  write_file_atomically(folder.model(), dump(json) + "\n");
}

LoadedModel load_model(const RunFolder& folder, const Execution& execution) {
  if (!std::filesystem::exists(folder.model())) {
    const bool there = std::filesystem::exists(folder.path());
    throw input_error(Where{folder.path().string()},
                      there ? "holds no trained model (model.json)" : "no such run folder",
                      "name a folder that 'disgnn train --out' wrote");
  }
  const Json json = Json::parse(read_file(folder.model()), nullptr, /*allow_exceptions=*/false);
  const auto damaged = [&](const std::string& what) {
    return input_error(Where{folder.model().string()}, what, "train again or use another copy");
  };
  if (!json.is_object()) throw damaged("is no JSON object");
  if (json.value("format", Json()) != kFormat) {
    throw input_error(Where{folder.model().string()}, "was written by another version of disgnn",
                      "train again with this one");
  }
  ModelCard card;
  try {
    card.name = json.at("model");
    card.config = config_from(json.at("options"));
    card.config.memory = execution.memory;
    card.config.kernels = execution.kernels;
    card.config.kind = json.at("kind");
    card.config.features = json.at("features");
    card.config.classes = json.at("classes");
    card.config.nodes = json.at("nodes");
    card.stages = json.at("stages").get<std::vector<std::string>>();
    card.normalizer.kind = json.at("feature_norm");
    if (card.normalizer.kind == "standard") {
      card.normalizer.mean = json.at("feature_mean").get<std::vector<double>>();
      card.normalizer.inverse_deviation =
          json.at("feature_inverse_deviation").get<std::vector<double>>();
    }
    card.class_names = stored_names(json, "class_names");
    if (json.contains("feature_names")) card.feature_names = stored_names(json, "feature_names");
    card.data_fingerprint = json.at("data_fingerprint");
    card.nodes_fingerprint = json.at("nodes_fingerprint");
    card.seed = json.at("seed");
    card.best_epoch = json.at("best_epoch");
    card.validation_accuracy = json.at("validation_accuracy");
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kUsage) throw;
    throw damaged(error.what());  // an option out of its range
  } catch (const nlohmann::json::exception& error) {
    throw damaged(std::string("lacks a field or holds a wrong one (") + error.what() + ")");
  }
  if (!sizes_are_sane(card.config)) throw damaged("holds sizes no model can have");
  if (static_cast<std::int64_t>(card.class_names.size()) != card.config.classes) {
    throw damaged("names another number of classes than it has");
  }
  if (!statistics_are_sane(card.normalizer, card.config.features)) {
    throw damaged("holds statistics of the features that cannot be used");
  }
  const train::TensorFile weights = train::read_tensor_file(folder.weights());
  nn::NamedTensors shape;
  try {
    const auto none = nn::ParameterInit::shapes_only();
    shape = all_tensors(*nn::make_model(card.config, none),
                        nn::make_stages(card.stages, card.config, none));
  } catch (const Error& error) {
    throw damaged(error.what());  // a model, scorer or aggregator that nobody knows
  }
  LoadedModel loaded{card, nullptr, {}};
  try {
    // Before the model is built: a damaged size must not exhaust the memory.
    train::require_same_names(weights.tensors, shape);
    train::require_same_shapes(weights.tensors, shape);
    loaded.model = nn::make_model(card.config, 0);
    loaded.stages = nn::make_stages(card.stages, card.config, 0);
    train::copy_values(weights.tensors, all_tensors(*loaded.model, loaded.stages));
  } catch (const Error& error) {
    throw Error(ErrorKind::kInput, folder.weights().string() + ": " + error.what());
  }
  for (const auto& [name, tensor] : weights.tensors) {
    if (tensor.isfinite().all().item<bool>()) continue;
    throw input_error(Where{folder.weights().string()},
                      "the tensor '" + name + "' holds numbers that are not finite",
                      "train again or use another copy");
  }
  return loaded;
}

}  // namespace disgnn::run
