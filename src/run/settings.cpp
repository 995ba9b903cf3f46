#include "disgnn/run/settings.h"

#include <filesystem>

#include "disgnn/core/error.h"
#include "disgnn/run/model_settings.h"
#include "disgnn/run/option_schema.h"
#include "disgnn/run/threads.h"

namespace disgnn::run {
namespace {

void make_absolute(std::string& path) {
  if (path.empty()) return;
  path = std::filesystem::absolute(path).lexically_normal().string();
}

}  // namespace

Settings default_settings(const std::string& model) {
  Settings settings;
  settings.model = model;
  if (!has_channels(settings)) {
    settings.input_dropout = -1;
    settings.lr = 0.005;
    settings.weight_decay = 5e-4;
    settings.weight_average = 0;
    settings.joint = false;
  }
  return settings;
}

void apply_preset(Settings& settings, const std::string& name) {
  if (name == "default") return;
  if (name != "paper") {
    throw usage_error("unknown preset '" + name + "'", "choose one of: default, paper");
  }
  settings.channels = 8;
  settings.lr = 1e-3;
  settings.weight_decay = 5e-4;
  settings.epochs = 1000;
  settings.patience = 100;
  settings.dropout = 0;
  settings.input_dropout = -1;
  settings.input = "direct";
  settings.self_term = false;
  settings.jump = false;
  settings.reach = 0;
  settings.beliefs = false;
  settings.consult = 0;
  settings.spread = 0;
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

void resolve(Settings& settings) {
  if (settings.threads == 0) settings.threads = available_cores();
  if (settings.input_dropout < 0) settings.input_dropout = settings.dropout;
  for (const Option& option : option_schema()) {
    if (!option.names_path(settings)) continue;
    make_absolute(settings.*std::get<TextField>(option.field).member);
  }
  if (!settings.nodes.empty() && settings.edges.empty() && settings.data.empty()) {
    throw usage_error("--nodes is given without --edges", "name the edge table too");
  }
  if (!has_channels(settings) && (settings.memory == "lean" || settings.kernels == "reference")) {
    throw usage_error("--memory lean and --kernels reference are for disgnn and disgnn-base",
                      "leave them out with --model " + settings.model);
  }
  if (settings.data.empty() && settings.edges.empty() &&
      (settings.directed || !settings.feature_file.empty() || !settings.label_file.empty())) {
    throw usage_error("options say how to read a graph, but none is named",
                      "name a dataset, or leave out --directed, --feature-file and --label-file");
  }
  if (!settings.data.empty() && !settings.edges.empty()) {
    throw usage_error("both a dataset (" + settings.data + ") and --edges are given",
                      "name one source of data");
  }
}

}  // namespace disgnn::run
