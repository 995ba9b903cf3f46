#pragma once

#include <optional>

#include "disgnn/data/dataset.h"
#include "disgnn/run/model_file.h"
#include "disgnn/run/run_folder.h"
#include "disgnn/run/settings.h"
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

/// `data_settings`, if given, names another graph (its data fields are used). Throws Error (kInput)
/// when there is no model or the graph has another number of features than the model takes.
OpenRun open_run(const RunFolder& folder, const Settings* data_settings = nullptr);

/// data.labels in the model's numbering, matched by class name; -1 where the model lacks the class.
std::vector<std::int32_t> labels_for_model(const Dataset& data, const ModelCard& card);

}  // namespace disgnn::run
