#pragma once

#include "disgnn/data/dataset.h"
#include "disgnn/run/settings.h"
#include "disgnn/train/trainer.h"

namespace disgnn::run {

/// Whether the model is disgnn, with or without self-supervision, and no baseline.
bool has_channels(const Settings& settings);
/// The value of --input that leaves the choice to with_chosen_input.
inline constexpr const char* kAutoInput = "auto";

/// Settings in which --input auto is replaced by what it stands for on a split.
struct ChosenSettings {
  Settings settings;
  std::string notice;  ///< what was chosen and why; empty where it is the features, as usual
};
/// Sees training labels alone.
ChosenSettings with_chosen_input(const Settings& settings, const Dataset& data,
                                 const nn::NodeInput& features, const Split& split);
/// What to tell a user whose graph is too large for --consult; empty where it is not.
std::string consult_notice(const Settings& settings, const Dataset& data);
/// The model's shape for a dataset under these settings; --input auto counts as project.
nn::ModelConfig model_config(const Settings& settings, const Dataset& data);
/// Throws Error (kUsage) on layers and pretext tasks that do not exist.
train::TrainerOptions trainer_options(const Settings& settings, std::uint64_t seed);

/// Throws Error (kUsage) when the model cannot be built or lacks what a pretext task works on.
void require_trainable(const Settings& settings, const Dataset& data);

}  // namespace disgnn::run
