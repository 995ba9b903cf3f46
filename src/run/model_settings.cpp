#include "disgnn/run/model_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "disgnn/core/error.h"

namespace disgnn::run {
namespace {

/// "all" or "1,2" to layer positions from 0; empty means all.
std::vector<std::int64_t> parse_layers(const Settings& settings) {
  std::vector<std::int64_t> layers;
  if (settings.pretext_layers == "all") return layers;
  std::istringstream stream(settings.pretext_layers);
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

}  // namespace

nn::ModelConfig model_config(const Settings& settings, const Dataset& data) {
  return {
      .features = feature_columns(data.features),
      .classes = data.classes,
      .channels = settings.channels,
      .hidden = settings.hidden,
      .layers = settings.layers,
      .scorer = settings.scorer,
      .aggregator = settings.aggregator,
      .input_dropout = settings.input_dropout,
      .dropout = settings.dropout,
      .edge_dropout = settings.edge_dropout,
      .kernels = settings.kernels == "reference" ? ops::Kernels::kReference : ops::Kernels::kFast,
      .memory = settings.memory == "lean" ? nn::MemoryUse::kLean : nn::MemoryUse::kNormal};
}

train::TrainerOptions trainer_options(const Settings& settings, std::uint64_t seed) {
  std::vector<train::WeightedTask> tasks;
  if (settings.model != "disgnn-base") {
    tasks = {{"edge", settings.lambda_edge},
             {"conform", settings.lambda_conform},
             {"channel", settings.lambda_channel}};
  }
  return {.class_steps = settings.steps,
          .epochs = settings.epochs,
          .patience = settings.patience,
          .adam = {.learning_rate = settings.lr, .weight_decay = settings.weight_decay},
          .tasks = std::move(tasks),
          .pretext = {.edge_share = settings.edge_share,
                      .negatives_per_edge = settings.negatives,
                      .balanced = settings.balanced,
                      .layers = parse_layers(settings)},
          .pseudo_labels = {.enabled = settings.pseudo_labels,
                            .warm_up = settings.pseudo_warm_up,
                            .confidence = settings.pseudo_confidence},
          .seed = seed};
}

}  // namespace disgnn::run
