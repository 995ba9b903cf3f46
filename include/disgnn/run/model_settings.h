#pragma once

#include "disgnn/data/dataset.h"
#include "disgnn/run/settings.h"
#include "disgnn/train/trainer.h"

namespace disgnn::run {

/// The model's shape for a dataset under these settings.
nn::ModelConfig model_config(const Settings& settings, const Dataset& data);
/// Throws Error (kUsage) on layers that do not exist.
train::TrainerOptions trainer_options(const Settings& settings, std::uint64_t seed);

}  // namespace disgnn::run
