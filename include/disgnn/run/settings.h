#pragma once

#include <cstdint>
#include <string>

namespace disgnn::run {

/// Everything a training run depends on. Meaning, range and help text of each field stand in the
/// one schema (option_schema.cpp), from which flags, TOML keys and docs/options.md come.
struct Settings {  // NOLINT(clang-analyzer-optin.performance.Padding): in the help's order
  // data
  std::string data;  ///< folder or file; empty and no tables: the built-in campus graph
  std::string nodes;
  std::string edges;
  std::string feature_file;
  std::string label_file;
  std::string id_column;
  std::string label_column = "label";
  std::string ignore_columns;   ///< comma-separated
  std::string feature_columns;  ///< comma-separated; empty: all that hold numbers
  bool directed = false;

  // model
  std::string model = "disgnn";
  std::string feature_norm = "auto";
  std::int64_t channels = 4;
  std::int64_t hidden = 64;
  std::int64_t layers = 2;
  std::string scorer = "mlp";
  std::string aggregator = "attention";
  std::string edge_norm = "softmax";
  std::string input = "auto";
  bool self_term = true;
  bool jump = true;
  bool label_votes = true;
  std::int64_t reach = 10;
  bool beliefs = true;
  double consult = 1;
  double spread = 0;
  double dropout = 0.5;
  double input_dropout = 0.7;  ///< below 0: as dropout
  double edge_dropout = 0;
  std::int64_t hops = 10;
  double alpha = 0.1;
  double theta = 0.5;

  // self-supervision
  double lambda_edge = 0.01;
  double lambda_conform = 0.3;
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
  bool joint = true;
  std::int64_t epochs = 200;
  std::int64_t patience = 100;
  double lr = 0.002;
  double weight_decay = 2e-3;
  double weight_average = 0.95;
  double class_balance = 0;
  std::string select = "accuracy";
  std::int64_t seed = 0;
  std::int64_t runs = 1;
  std::int64_t threads = 0;  ///< 0: all cores
  std::int64_t checkpoint_every = 1;
  std::string memory = "normal";
  std::string kernels = "fast";
};

/// What a model starts from: Settings as they are for disgnn and disgnn-base; baselines, which have
/// far fewer weights, are regularised less.
Settings default_settings(const std::string& model);

/// Sets the paper's own setting where it differs from our defaults; throws on unknown names.
void apply_preset(Settings& settings, const std::string& name);

/// Replaces "as the other option" values by what they stand for, makes paths absolute (a run may be
/// resumed from another folder) and checks combinations.
void resolve(Settings& settings);

}  // namespace disgnn::run
