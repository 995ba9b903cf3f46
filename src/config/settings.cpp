#include "disgnn/config/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "disgnn/config/model_settings.h"
#include "disgnn/config/option_schema.h"
#include "disgnn/config/threads.h"
#include "disgnn/core/error.h"
#include "disgnn/model/extension.h"

namespace disgnn::run {
namespace {

void make_absolute(std::string& path) {
  if (path.empty()) return;
  path = std::filesystem::absolute(path).lexically_normal().string();
}

/// Assigns by name. An extension's option may be absent from this program.
void assign(Settings& settings, const std::string& preset, const std::string& name,
            const std::string& value) {
  if (has_option(name)) return find_option(name).assign(settings, value);
  throw usage_error(
      "the preset '" + preset + "' needs --" + name + ", which this program was built without",
      "build it with -DDISGNN_EXTENSIONS=ON");
}

void apply_paper_preset(Settings& settings) {
  const Settings defaults;
  static_cast<nn::ModelConfig&>(settings) = nn::ModelConfig{};
  settings.hidden = defaults.hidden;
  settings.channels = 8;
  settings.input_dropout = -1;
  settings.stage = "";
  settings.lr = 1e-3;
  settings.weight_decay = 5e-4;
  settings.epochs = 1000;
  settings.patience = 100;
  settings.joint = false;
  settings.weight_average = 0;
  settings.edge_share = 1;
  settings.lambda_edge = 1;
  settings.lambda_conform = 1;
  settings.lambda_channel = 1;
  settings.lambda_self = 0;
  settings.balanced = false;
  settings.pseudo_labels = false;
}

void apply_transductive_preset(Settings& settings) {
  assign(settings, "transductive", "input", "auto");
  assign(settings, "transductive", "stage", "krr");
  // The regression knows what self-training would teach, and pseudo-labels that were made without
  // it cost more than they bring where features say little.
  settings.lambda_self = 0;
  settings.lambda_conform = 0.01;
}

}  // namespace

Settings::Settings() {
  self_term = true;
  jumping_knowledge = true;
  dropout = 0.5;
  input_dropout = 0.7;
  for (const nn::Extension& extension : nn::extensions()) {
    for (const nn::ExtensionOption& option : extension.options) {
      extensions.set(option.name, option.value);
    }
  }
}

Settings default_settings(const std::string& model) {
  Settings settings;
  settings.model = model;
  if (!has_channels(settings)) {
    settings.input_dropout = -1;
    settings.lr = 0.005;
    settings.weight_decay = 5e-4;
  }
  return settings;
}

const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names{"default", "paper", "transductive"};
  return names;
}

void apply_preset(Settings& settings, const std::string& name) {
  if (name == "default") return;
  if (name == "paper") return apply_paper_preset(settings);
  if (name == "transductive") return apply_transductive_preset(settings);
  throw usage_error("unknown preset '" + name + "'",
                    fmt::format("choose one of: {}", fmt::join(preset_names(), ", ")));
}

void turn_off_extensions(Settings& settings) {
  settings.extensions = nn::ExtensionOptions{};
  settings.stage.clear();
}

void resolve(Settings& settings) {
  if (settings.threads == 0) settings.threads = available_cores();
  if (settings.input_dropout < 0) settings.input_dropout = settings.dropout;
  for (const Option& option : option_schema()) {
    if (!option.names_path(settings)) continue;
    make_absolute(settings.*std::get<TextField>(option.field).member);
  }
  if (!settings.node_table.empty() && settings.edge_table.empty() && settings.data.empty()) {
    throw usage_error("--nodes is given without --edges", "name the edge table too");
  }
  if (!has_channels(settings) &&
      (settings.memory == nn::MemoryUse::kLean || settings.kernels == ops::Kernels::kReference)) {
    throw usage_error("--memory lean and --kernels reference are for disgnn and disgnn-base",
                      "leave them out with --model " + settings.model);
  }
  if (settings.data.empty() && settings.edge_table.empty() &&
      (settings.directed || !settings.feature_file.empty() || !settings.label_file.empty())) {
    throw usage_error("options say how to read a graph, but none is named",
                      "name a dataset, or leave out --directed, --feature-file and --label-file");
  }
  if (!settings.data.empty() && !settings.edge_table.empty()) {
    throw usage_error("both a dataset (" + settings.data + ") and --edges are given",
                      "name one source of data");
  }
}

}  // namespace disgnn::run
