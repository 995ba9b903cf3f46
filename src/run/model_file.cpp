#include "disgnn/run/model_file.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/run/json_format.h"
#include "disgnn/train/safetensors.h"
#include "nn/structure_columns.h"
#include "train/named_tensors.h"

namespace disgnn::run {
namespace {

constexpr const char* kFormat = "disgnn-model-1";
/// Neighbours, look-alikes, regression (nn/label_input.h); two before version 0.2.
constexpr int kVoteKinds = 3;
constexpr std::int64_t kMaxClasses = 1 << 20;

bool sizes_are_sane(const nn::ModelConfig& config) {
  const auto sane = [](std::int64_t value, std::int64_t max) { return value >= 1 && value <= max; };
  return sane(config.channels, 1024) && sane(config.hidden, 65536) && sane(config.layers, 64) &&
         sane(config.classes, kMaxClasses) && sane(config.features, std::int64_t{1} << 31) &&
         sane(config.hops, 1024) && config.reach >= 0 && config.reach <= 1024 &&
         config.consult >= 0 && config.consult <= 4 && config.spread >= 0 &&
         config.spread <= 0.95 && config.nodes >= 0 && config.nodes <= std::int64_t{1} << 31;
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

}  // namespace

void save_model(const RunFolder& folder, const ModelCard& card, const nn::NodeClassifier& model) {
  const nn::ModelConfig& config = card.config;
  Json json = {{"format", kFormat},
               {"model", card.name},
               {"features", config.features},
               {"classes", config.classes},
               {"channels", config.channels},
               {"hidden", config.hidden},
               {"layers", config.layers},
               {"scorer", config.scorer},
               {"aggregator", config.aggregator},
               {"edge_norm", config.edge_norm},
               {"input", config.input},
               {"self_term", config.self_term},
               {"jump", config.jump},
               {"label_votes", config.label_votes},
               {"vote_kinds", kVoteKinds},
               {"structure_columns", nn::kStructureColumns},
               {"reach", config.reach},
               {"beliefs", config.beliefs},
               {"consult", config.consult},
               {"spread", config.spread},
               {"kind", config.kind},
               {"hops", config.hops},
               {"alpha", config.alpha},
               {"theta", config.theta},
               {"nodes", config.nodes},
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
  train::write_tensor_file(folder.weights(), {.tensors = train::cloned(model.named_parameters()),
                                              .metadata = {{"format", kFormat}}});
  write_file_atomically(folder.model(), dump(json) + "\n");
}

LoadedModel load_model(const RunFolder& folder) {
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
  ModelCard card;
  try {
    if (json.at("format") != kFormat) throw damaged("was written by another version of disgnn");
    card.name = json.at("model");
    card.config.features = json.at("features");
    card.config.classes = json.at("classes");
    card.config.channels = json.at("channels");
    card.config.hidden = json.at("hidden");
    card.config.layers = json.at("layers");
    card.config.scorer = json.at("scorer");
    card.config.aggregator = json.at("aggregator");
    // Models written before there was a choice lack these.
    card.config.edge_norm = json.value("edge_norm", card.config.edge_norm);
    card.config.input = json.value("input", card.config.input);
    card.config.self_term = json.value("self_term", card.config.self_term);
    card.config.jump = json.value("jump", card.config.jump);
    card.config.label_votes = json.value("label_votes", card.config.label_votes);
    if (card.config.label_votes && json.value("vote_kinds", 2) != kVoteKinds) {
      throw damaged("has label votes as an older version of disgnn counted them");
    }
    if (card.config.input.ends_with("structure") &&
        json.value("structure_columns", 7) != nn::kStructureColumns) {
      throw damaged("reads structure as an older version of disgnn described it");
    }
    card.config.reach = json.value("reach", card.config.reach);
    card.config.beliefs = json.value("beliefs", card.config.beliefs);
    card.config.consult = json.value("consult", card.config.consult);
    card.config.spread = json.value("spread", card.config.spread);
    card.config.kind = json.value("kind", card.config.kind);
    card.config.hops = json.value("hops", card.config.hops);
    card.config.alpha = json.value("alpha", card.config.alpha);
    card.config.theta = json.value("theta", card.config.theta);
    card.config.nodes = json.value("nodes", card.config.nodes);
    card.normalizer.kind = json.at("feature_norm");
    if (card.normalizer.kind == "standard") {
      card.normalizer.mean = json.at("feature_mean").get<std::vector<double>>();
      card.normalizer.inverse_deviation =
          json.at("feature_inverse_deviation").get<std::vector<double>>();
    }
    card.class_names = stored_names(json, "class_names");
    if (json.contains("feature_names")) card.feature_names = stored_names(json, "feature_names");
    card.data_fingerprint = json.at("data_fingerprint");
    card.nodes_fingerprint = json.value("nodes_fingerprint", card.nodes_fingerprint);
    card.seed = json.at("seed");
    card.best_epoch = json.at("best_epoch");
    card.validation_accuracy = json.at("validation_accuracy");
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
  std::shared_ptr<nn::NodeClassifier> shape;
  try {
    shape = nn::make_model(card.config, nn::ParameterInit::shapes_only());
  } catch (const Error& error) {
    throw damaged(error.what());  // a model, scorer or aggregator that nobody knows
  }
  LoadedModel loaded{card, nullptr};
  try {
    // Before the model is built: a damaged size must not exhaust the memory.
    train::require_same_names(weights.tensors, shape->named_parameters());
    train::require_same_shapes(weights.tensors, shape->named_parameters());
    loaded.model = nn::make_model(card.config, 0);
    train::copy_values(weights.tensors, loaded.model->named_parameters());
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
