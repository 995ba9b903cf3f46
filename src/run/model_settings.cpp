#include "disgnn/run/model_settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>

#include "disgnn/core/error.h"
#include "disgnn/nn/disgnn_model.h"
#include "disgnn/nn/input_choice.h"

namespace disgnn::run {
namespace {

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

/// "attribute=1,distance=0.1" over the tasks a model has anyway.
std::vector<train::WeightedTask> weighted_tasks(const Settings& settings) {
  std::vector<train::WeightedTask> tasks = tasks_of_model(settings);
  const std::vector<std::string> known = pretext::pretext_task_names();
  std::set<std::string> given;
  std::istringstream stream(settings.pretext);
  for (std::string part; std::getline(stream, part, ',');) {
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

}  // namespace

bool has_channels(const Settings& settings) {
  return settings.model == "disgnn" || settings.model == "disgnn-base";
}

ChosenSettings with_chosen_input(const Settings& settings, const Dataset& data,
                                 const nn::NodeInput& features, const Split& split) {
  ChosenSettings chosen{settings, ""};
  if (settings.input != kAutoInput || !has_channels(settings)) return chosen;
  const nn::InputChoice choice = nn::choose_input(features, data.graph.index(),
                                                  split.training_labels(data.labels), data.classes);
  chosen.settings.input = choice.input;
  if (choice.input == nn::InputChoice{}.input) return chosen;
  chosen.notice = fmt::format(
      "the training labels follow from the place of nodes in the graph ({:.0f} % of them from the "
      "others) rather than from features ({:.0f} %): --input auto takes {}{}",
      100 * choice.chosen, 100 * choice.features, choice.input,
      nn::reads_links(choice.input) ? ", a model for this graph alone" : "");
  return chosen;
}

namespace {

/// The regression of --consult compares every node with thousands of others.
constexpr EntryId kMostEntriesToConsult = 5'000'000;
constexpr NodeId kMostNodesToConsult = 500'000;

bool is_too_large_to_consult(const Dataset& data) {
  return data.graph.entries() > kMostEntriesToConsult || data.nodes() > kMostNodesToConsult;
}

}  // namespace

std::string consult_notice(const Settings& settings, const Dataset& data) {
  if (settings.consult == 0 || !has_channels(settings) || !is_too_large_to_consult(data)) return "";
  return fmt::format(
      "the graph has {} nodes and {} edge entries; with more than {} or {} of them predictions "
      "consult no regression of the training labels (--consult 0 does so without this notice)",
      data.nodes(), data.graph.entries(), kMostNodesToConsult, kMostEntriesToConsult);
}

nn::ModelConfig model_config(const Settings& settings, const Dataset& data) {
  return {
      .kind = has_channels(settings) ? "disgnn" : settings.model,
      .features = feature_columns(data.features),
      .classes = data.classes,
      .channels = settings.channels,
      .hidden = settings.hidden,
      .layers = settings.layers,
      .scorer = settings.scorer,
      .aggregator = settings.aggregator,
      .edge_norm = settings.edge_norm,
      .input = settings.input == kAutoInput ? "project" : settings.input,
      .self_term = settings.self_term,
      .jump = settings.jump,
      .label_votes = settings.label_votes && nn::reads_links(settings.input),
      .reach = has_channels(settings) ? settings.reach : 0,
      .beliefs = settings.beliefs && settings.model == "disgnn",
      .consult = has_channels(settings) && !is_too_large_to_consult(data) ? settings.consult : 0,
      .spread = has_channels(settings) ? settings.spread : 0,
      .input_dropout = settings.input_dropout,
      .dropout = settings.dropout,
      .edge_dropout = settings.edge_dropout,
      .hops = settings.hops,
      .alpha = settings.alpha,
      .theta = settings.theta,
      .nodes = data.nodes(),
      .kernels = settings.kernels == "reference" ? ops::Kernels::kReference : ops::Kernels::kFast,
      .memory = settings.memory == "lean" ? nn::MemoryUse::kLean : nn::MemoryUse::kNormal};
}

train::TrainerOptions trainer_options(const Settings& settings, std::uint64_t seed) {
  return {.class_steps = settings.steps,
          .joint = settings.joint,
          .epochs = settings.epochs,
          .patience = settings.patience,
          .select_by = settings.select == "macro-f1" ? train::SelectBy::kMacroF1
                                                     : train::SelectBy::kAccuracy,
          .adam = {.learning_rate = settings.lr, .weight_decay = settings.weight_decay},
          .weight_average = settings.weight_average,
          .class_balance = settings.class_balance,
          .tasks = weighted_tasks(settings),
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
  const auto model = nn::make_model(model_config(settings, data), nn::ParameterInit::shapes_only());
  const train::TrainerOptions options = trainer_options(settings, 0);
  for (const train::WeightedTask& task : options.tasks) {
    if (task.weight > 0) (void)pretext::make_pretext_task(task.name, options.pretext, *model, 0);
  }
}

}  // namespace disgnn::run
