#pragma once

#include <optional>

#include "disgnn/config/settings.h"
#include "disgnn/data/dataset.h"
#include "disgnn/run/model_file.h"
#include "disgnn/run/run_folder.h"
#include "disgnn/train/trainer.h"

namespace disgnn::run {

/// A trained model put onto a graph: its own, or another one with the same features.
struct OpenRun {
  Settings settings;  ///< of the training run, its data replaced if another graph is named
  LoadedModel model;
  Dataset data;
  std::optional<Split> split;  ///< of the stored model's run; none on another graph
  train::Evaluation evaluation;
};

/// The settings a run was trained with; commands lay other data over them.
Settings stored_settings(const RunFolder& folder);

enum class Target : std::uint8_t { kOwnGraph, kOtherGraph };

/// Puts the stored model onto the graph the settings name. Throws Error (kInput) when there is no
/// model, the features are not those the model takes, or its own graph is no longer the one it was
/// trained on.
OpenRun open_run(const RunFolder& folder, Settings settings, Target target);

/// data.labels in the model's numbering, matched by class name; -1 where the model lacks the class.
std::vector<std::int32_t> labels_for_model(const Dataset& data, const ModelCard& card);

}  // namespace disgnn::run
