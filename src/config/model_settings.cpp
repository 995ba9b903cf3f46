#include "disgnn/config/model_settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>

#include "disgnn/core/error.h"
#include "disgnn/model/extension.h"

namespace disgnn::run {
namespace {

/// The parts between commas, without spaces around them.
std::vector<std::string> parts_of(const std::string& text) {
  constexpr const char* kSpaces = " \t";
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) {
    part.erase(0, part.find_first_not_of(kSpaces));
    part.erase(part.find_last_not_of(kSpaces) + 1);
    parts.push_back(part);
  }
  return parts;
}

/// "all" or "1,2" to layer positions from 0; none of them means all.
std::vector<std::int64_t> parse_layers(const Settings& settings) {
  std::vector<std::int64_t> layers;
  if (settings.pretext_layers == "all") return layers;
  std::istringstream stream(settings.pretext_layers + ",");  // an empty end is a part, too
  for (std::string part; std::getline(stream, part, ',');) {
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (failure != std::errc() || end != part.data() + part.size() || number < 1 ||
        number > settings.layers) {
      throw usage_error(
          fmt::format("--pretext-layers '{}' is not allowed", settings.pretext_layers),
          fmt::format("give all, or numbers 1 .. {} separated by commas", settings.layers));
    }
    layers.push_back(number - 1);
  }
  std::sort(layers.begin(), layers.end());
  layers.erase(std::unique(layers.begin(), layers.end()), layers.end());
  return layers;
}

/// FactorGCN's own weight of its discriminator.
constexpr double kFactorWeight = 0.5;

std::vector<train::WeightedTask> tasks_of_model(const Settings& settings) {
  if (settings.model == "disgnn") {
    return {{"edge", settings.lambda_edge},
            {"conform", settings.lambda_conform},
            {"channel", settings.lambda_channel},
            {"self", settings.lambda_self}};
  }
  if (settings.model == "factorgcn") return {{"factor", kFactorWeight}};
  return {};
}

}  // namespace

bool has_channels(const Settings& settings) {
  return settings.model == "disgnn" || settings.model == "disgnn-base";
}

std::vector<std::string> stage_list(const Settings& settings) {
  return parts_of(settings.stage);
}

/// --pretext "attribute=1,distance=0.1" over the tasks a model has anyway.
std::vector<train::WeightedTask> pretext_tasks(const Settings& settings) {
  std::vector<train::WeightedTask> tasks = tasks_of_model(settings);
  const std::vector<std::string> known = pretext::pretext_task_names();
  std::set<std::string> given;
  for (const std::string& part : parts_of(settings.pretext)) {
    const std::size_t sign = part.find('=');
    const std::string name = part.substr(0, sign);
    const std::string number = sign == std::string::npos ? "" : part.substr(sign + 1);
    double weight = 0;
    const auto [end, failure] =
        std::from_chars(number.data(), number.data() + number.size(), weight);
    if (std::find(known.begin(), known.end(), name) == known.end() || number.empty() ||
        failure != std::errc() || end != number.data() + number.size() || !(weight >= 0) ||
        weight > 1e9) {
      throw usage_error(fmt::format("--pretext '{}' is not allowed", part),
                        fmt::format("give NAME=WEIGHT with a weight of 0 .. 1e9 and a name of {}",
                                    fmt::join(known, ", ")));
    }
    if (!given.insert(name).second) {
      throw usage_error(fmt::format("--pretext names '{}' twice", name), "give one weight for it");
    }
    const auto same =
        std::find_if(tasks.begin(), tasks.end(),
                     [&](const train::WeightedTask& task) { return task.name == name; });
    if (same != tasks.end()) {
      same->weight = weight;
    } else {
      tasks.push_back({name, weight});
    }
  }
  return tasks;
}

nn::ModelConfig model_config(const Settings& settings, const Dataset& data) {
  nn::ModelConfig config = settings;
  config.kind = has_channels(settings) ? "disgnn" : settings.model;
  config.features = feature_columns(data.features);
  config.classes = data.classes;
  config.nodes = data.nodes();
  return config;
}

std::vector<nn::Choice> settle_options(nn::ModelConfig& config, const nn::LabelledGraph& graph) {
  std::vector<nn::Choice> choices;
  if (config.kind != "disgnn") return choices;
  for (const nn::Extension& extension : nn::extensions()) {
    if (!extension.settle) continue;
    std::optional<nn::Choice> choice = extension.settle(config, graph);
    if (choice) choices.push_back(std::move(*choice));
  }
  return choices;
}

train::TrainerOptions trainer_options(const Settings& settings, std::uint64_t seed) {
  return {.class_steps = settings.steps,
          .joint = settings.joint,
          .epochs = settings.model == "none" ? 0 : settings.epochs,
          .patience = settings.patience,
          .select_by = settings.select == "macro-f1" ? train::SelectBy::kMacroF1
                                                     : train::SelectBy::kAccuracy,
          .adam = {.learning_rate = settings.lr, .weight_decay = settings.weight_decay},
          .weight_average = settings.weight_average,
          .class_balance = settings.class_balance,
          .tasks = pretext_tasks(settings),
          .pretext = {.edge_share = settings.edge_share,
                      .negatives_per_edge = settings.negatives,
                      .edge_union = settings.edge_union == "noisy-or" ? pretext::EdgeUnion::kNoisyOr
                                                                      : pretext::EdgeUnion::kSum,
                      .balanced = settings.balanced,
                      .self_confidence = settings.self_confidence,
                      .layers = parse_layers(settings)},
          .pseudo_labels = {.enabled = settings.pseudo_labels,
                            .warm_up = settings.pseudo_warm_up,
                            .confidence = settings.pseudo_confidence},
          .seed = seed};
}

void require_trainable(const Settings& settings, const Dataset& data) {
  const nn::ModelConfig config = model_config(settings, data);
  const auto model = nn::make_model(config, nn::ParameterInit::shapes_only());
  const auto stages =
      nn::make_stages(stage_list(settings), config, nn::ParameterInit::shapes_only());
  for (const auto& stage : stages) stage->require_feasible(*data.graph.index());
  if (settings.model == "none" && settings.stage.empty()) {
    const std::vector<std::string> known = nn::stage_names();
    throw usage_error("--model none leaves the predictions to --stage, and none is named",
                      known.empty() ? "this program was built without any: choose another model"
                                    : "name one, for instance --stage " + known.front());
  }
  const train::TrainerOptions options = trainer_options(settings, 0);
  for (const train::WeightedTask& task : options.tasks) {
    if (task.weight > 0) (void)pretext::make_pretext_task(task.name, options.pretext, *model, 0);
  }
}

}  // namespace disgnn::run
