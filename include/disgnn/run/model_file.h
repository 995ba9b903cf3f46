#pragma once

#include <memory>
#include <string>
#include <vector>

#include "disgnn/data/feature_normalizer.h"
#include "disgnn/nn/node_classifier.h"
#include "disgnn/nn/prediction_stage.h"
#include "disgnn/run/run_folder.h"

namespace disgnn::run {

/// What model.json says beside the weights: enough to use the model on another graph.
struct ModelCard {
  nn::ModelConfig config;
  std::string name;                 ///< as --model takes it
  std::vector<std::string> stages;  ///< what works on its predictions, in order
  FeatureNormalizer normalizer;     ///< how features were treated before they went in
  std::vector<std::string> class_names;
  std::vector<std::string> feature_names;  ///< empty where the training data named none
  std::string data_fingerprint;            ///< of the graph it was trained on
  std::string nodes_fingerprint;           ///< the same without labels
  std::uint64_t seed = 0;                  ///< of the run whose weights these are
  std::int64_t best_epoch = 0;
  double validation_accuracy = 0;
};

struct LoadedModel {
  ModelCard card;
  std::shared_ptr<nn::NodeClassifier> model;
  nn::PredictionStages stages;
};

/// Writes model.safetensors and model.json.
void save_model(const RunFolder& folder, const ModelCard& card, const nn::NodeClassifier& model,
                const nn::PredictionStages& stages = {});

/// How a model computes, which changes what it needs and its last bits, but not what it is.
struct Execution {
  nn::MemoryUse memory = nn::MemoryUse::kNormal;
  ops::Kernels kernels = ops::Kernels::kFast;
};

/// Throws Error (kInput) when a file is missing, cut short, or the weights do not fit the card.
LoadedModel load_model(const RunFolder& folder, const Execution& execution = {});

}  // namespace disgnn::run
