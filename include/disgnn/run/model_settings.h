#pragma once

#include "disgnn/data/dataset.h"
#include "disgnn/run/settings.h"
#include "disgnn/train/trainer.h"

namespace disgnn::run {

/// Whether the model is disgnn, with or without self-supervision, and no baseline.
bool has_channels(const Settings& settings);
/// The model's shape for a dataset under these settings.
nn::ModelConfig model_config(const Settings& settings, const Dataset& data);
/// Throws Error (kUsage) on layers and pretext tasks that do not exist.
train::TrainerOptions trainer_options(const Settings& settings, std::uint64_t seed);

/// Throws Error (kUsage) when the model cannot be built or lacks what a pretext task works on.
void require_trainable(const Settings& settings, const Dataset& data);

}  // namespace disgnn::run
