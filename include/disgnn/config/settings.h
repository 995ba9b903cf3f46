#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "disgnn/nn/model_config.h"

namespace disgnn::run {

/// Everything a training run depends on. Meaning, range and help text of each field stand in the
/// one schema (option_schema.cpp), from which flags, TOML keys and docs/options.md come.
struct Settings
    : nn::ModelConfig {  // NOLINT(clang-analyzer-optin.performance.Padding): in the help's order
  /// The program's defaults.
  Settings();

  // data
  std::string data;  ///< folder or file; empty and no tables: the built-in campus graph
  std::string node_table;
  std::string edge_table;
  std::string feature_file;
  std::string label_file;
  std::string id_column;
  std::string label_column = "label";
  std::string ignore_columns;   ///< comma-separated
  std::string feature_columns;  ///< comma-separated; empty: all that hold numbers
  bool directed = false;

  // model: the fields of ModelConfig, and
  std::string model = "disgnn";
  std::string feature_norm = "auto";
  std::string stage;  ///< what works on the predictions after training, comma-separated

  // self-supervision
  double lambda_edge = 0.01;
  double lambda_conform = 1;
  double lambda_channel = 0.01;
  double lambda_self = 1;
  std::string pretext;  ///< further tasks, "NAME=WEIGHT,…"
  std::string pretext_layers = "all";
  double edge_share = 0.2;
  double negatives = 3;
  std::string edge_union = "sum";
  bool balanced = true;
  bool pseudo_labels = true;
  std::int64_t pseudo_warm_up = 10;
  double pseudo_confidence = 0.6;
  double self_confidence = 0.9;

  // training
  std::string split = "2:3:5";
  std::int64_t steps = 5;
  bool joint = false;
  std::int64_t epochs = 200;
  std::int64_t patience = 100;
  double lr = 0.002;
  double weight_decay = 2e-3;
  double weight_average = 0;
  double class_balance = 0;
  std::string select = "accuracy";
  std::int64_t seed = 0;
  std::int64_t runs = 1;
  std::int64_t threads = 0;  ///< 0: all cores
  std::int64_t checkpoint_every = 1;
};

/// What a model starts from: Settings as they are for disgnn and disgnn-base; baselines, which have
/// far fewer weights, are regularised less.
Settings default_settings(const std::string& model);

/// paper: the paper's own setting; transductive: all that helps on one small graph whose unlabelled
/// nodes are known, for a model that need not travel; default: nothing. Throws on unknown names.
const std::vector<std::string>& preset_names();
void apply_preset(Settings& settings, const std::string& name);

/// As in a program that has none.
void turn_off_extensions(Settings& settings);

/// Replaces "as the other option" values by what they stand for, makes paths absolute (a run may be
/// resumed from another folder) and checks combinations.
void resolve(Settings& settings);

}  // namespace disgnn::run
