#pragma once

#include <filesystem>
#include <vector>

#include "disgnn/data/dataset.h"
#include "disgnn/train/trainer.h"

namespace disgnn::run {

/// One row per node: id, split, label, predicted, confidence and one probability per class, named
/// as in the data. `split` null: the column says "none".
void write_predictions(const std::filesystem::path& path, const Dataset& data, const Split* split,
                       const std::vector<std::string>& class_names,
                       const train::Evaluation& evaluation);

}  // namespace disgnn::run
