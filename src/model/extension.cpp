#include "disgnn/model/extension.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "disgnn/core/error.h"

namespace disgnn::nn {

ExtensionOptions::ExtensionOptions() {
  for (const Extension& extension : extensions()) {
    for (const ExtensionOption& option : extension.options) set(option.name, option.off);
  }
}

ModelParts make_parts(const ModelConfig& config, const ParameterInit& init) {
  ModelParts parts;
  for (const Extension& extension : extensions()) {
    if (!extension.input) continue;
    auto input = extension.input(config, init);
    if (input == nullptr) continue;
    DISGNN_ASSERT(parts.input == nullptr);  // there is one first layer
    parts.input = std::move(input);
  }
  const std::int64_t width = parts.input == nullptr ? config.features : config.hidden;
  for (const Extension& extension : extensions()) {
    if (!extension.readout) continue;
    auto readout = extension.readout(config, width, init);
    if (readout != nullptr) parts.readouts.emplace_back(extension.name, std::move(readout));
  }
  for (const Extension& extension : extensions()) {
    if (!extension.edge_prior) continue;
    auto prior = extension.edge_prior(config, width, parts.readouts.size(), init);
    if (prior == nullptr) continue;
    DISGNN_ASSERT(parts.edge_prior == nullptr);
    parts.edge_prior = std::move(prior);
  }
  return parts;
}

std::vector<std::string> stage_names() {
  std::vector<std::string> names;
  for (const Extension& extension : extensions()) {
    if (extension.stage) names.push_back(extension.name);
  }
  return names;
}

PredictionStages make_stages(const std::vector<std::string>& names, const ModelConfig& config,
                             const ParameterInit& init) {
  PredictionStages stages;
  for (const std::string& name : names) {
    const auto found = std::ranges::find_if(extensions(), [&](const Extension& extension) {
      return extension.stage && extension.name == name;
    });
    if (found == extensions().end()) {
      const std::vector<std::string> known = stage_names();
      throw usage_error(fmt::format("unknown stage '{}'", name),
                        known.empty() ? "this program was built without extensions"
                                      : fmt::format("choose from: {}", fmt::join(known, ", ")));
    }
    if (std::ranges::count(names, name) > 1) {
      throw usage_error(fmt::format("--stage names '{}' more than once", name), "name it once");
    }
    stages.push_back(found->stage(config, init));
  }
  return stages;
}

}  // namespace disgnn::nn
