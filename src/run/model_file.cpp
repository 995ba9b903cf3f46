#include "disgnn/run/model_file.h"

#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/train/safetensors.h"
#include "run/json_format.h"
#include "train/named_tensors.h"

namespace disgnn::run {
namespace {

constexpr const char* kFormat = "disgnn-model-1";
// Largest model this reader will build: beyond it a damaged number would exhaust the memory.
constexpr std::int64_t kMaxWidth = 1 << 20;
constexpr std::int64_t kMaxParameters = std::int64_t{1} << 33;

void check_sizes(const std::filesystem::path& path, const nn::ModelConfig& config) {
  const auto sane = [](std::int64_t value, std::int64_t max) { return value >= 1 && value <= max; };
  const bool widths = sane(config.channels, 1024) && sane(config.hidden, 65536) &&
                      sane(config.layers, 64) && sane(config.classes, kMaxWidth) &&
                      sane(config.features, std::int64_t{1} << 31);
  if (widths && config.features <= kMaxParameters / (3 * config.channels * config.hidden)) return;
  throw input_error(Where{path.string()}, "holds sizes no model can have",
                    "the file is damaged; train again or use another copy");
}

using Bytes = std::vector<std::uint8_t>;

/// Names may be in any encoding, but JSON is UTF-8; true when it would not give them back.
bool json_alters(const std::vector<std::string>& names) {
  return Json::parse(dump(names)) != Json(names);
}

std::vector<Bytes> to_bytes(const std::vector<std::string>& names) {
  std::vector<Bytes> all;
  for (const std::string& name : names) all.emplace_back(name.begin(), name.end());
  return all;
}

std::vector<std::string> from_bytes(const std::vector<Bytes>& all) {
  std::vector<std::string> names;
  for (const Bytes& bytes : all) names.emplace_back(bytes.begin(), bytes.end());
  return names;
}

}  // namespace

void save_model(const RunFolder& folder, const ModelCard& card, const nn::DisGnnModel& model) {
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
               {"feature_norm", card.feature_norm},
               {"class_names", card.class_names},
               {"seed", card.seed},
               {"best_epoch", card.best_epoch},
               {"validation_accuracy", card.validation_accuracy}};
  if (json_alters(card.class_names)) json["class_name_bytes"] = to_bytes(card.class_names);
  train::write_tensor_file(folder.weights(), {.tensors = train::cloned(model.named_parameters()),
                                              .metadata = {{"format", kFormat}}});
  write_file_atomically(folder.model(), dump(json) + "\n");
}

LoadedModel load_model(const RunFolder& folder) {
  if (!std::filesystem::exists(folder.model())) {
    throw input_error(Where{folder.path().string()}, "holds no trained model (model.json)",
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
    card.feature_norm = json.at("feature_norm");
    card.class_names = json.at("class_names").get<std::vector<std::string>>();
    if (json.contains("class_name_bytes")) {
      card.class_names = from_bytes(json.at("class_name_bytes").get<std::vector<Bytes>>());
    }
    card.seed = json.at("seed");
    card.best_epoch = json.at("best_epoch");
    card.validation_accuracy = json.at("validation_accuracy");
  } catch (const nlohmann::json::exception& error) {
    throw damaged(std::string("lacks a field or holds a wrong one (") + error.what() + ")");
  }
  check_sizes(folder.model(), card.config);
  if (static_cast<std::int64_t>(card.class_names.size()) != card.config.classes) {
    throw damaged("names another number of classes than it has");
  }
  // The weights are read first: a model is only built when the file holds as many values.
  const train::TensorFile weights = train::read_tensor_file(folder.weights());
  LoadedModel loaded{card, nullptr};
  try {
    loaded.model = std::make_shared<nn::DisGnnModel>(card.config, 0);
  } catch (const Error& error) {
    throw damaged(error.what());  // a scorer or aggregator that nobody knows
  }
  try {
    train::copy_values(weights.tensors, loaded.model->named_parameters());
  } catch (const Error& error) {
    throw Error(ErrorKind::kInput, folder.weights().string() + ": " + error.what());
  }
  return loaded;
}

}  // namespace disgnn::run
