#pragma once

#include "disgnn/config/settings.h"
#include "disgnn/data/dataset.h"
#include "disgnn/model/extension.h"
#include "disgnn/nn/prediction_stage.h"
#include "disgnn/train/trainer.h"

namespace disgnn::run {

/// Whether the model is disgnn, with or without self-supervision, and no baseline.
bool has_channels(const Settings& settings);
/// The names in --stage.
std::vector<std::string> stage_list(const Settings& settings);
/// What the model is trained on beside the labels: its own signals and those of --pretext, each
/// with its weight. Throws Error (kUsage) on tasks that do not exist.
std::vector<train::WeightedTask> pretext_tasks(const Settings& settings);
/// The model's shape for a dataset under these settings.
nn::ModelConfig model_config(const Settings& settings, const Dataset& data);
/// Lets extensions replace "auto" by what it stands for on this graph; what they chose, in words.
std::vector<nn::Choice> settle_options(nn::ModelConfig& config, const nn::LabelledGraph& graph);
/// Throws Error (kUsage) on layers and pretext tasks that do not exist.
train::TrainerOptions trainer_options(const Settings& settings, std::uint64_t seed);

/// Throws Error (kUsage) when the model cannot be built or lacks what a pretext task works on, and
/// when a stage cannot work on so large a graph.
void require_trainable(const Settings& settings, const Dataset& data);

}  // namespace disgnn::run
