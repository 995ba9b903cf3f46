#pragma once

#include <filesystem>
#include <string>

#include "disgnn/train/trainer.h"

namespace disgnn::train {

/// One file that holds everything a trainer needs to go on, so that a rename replaces it at once.
/// `label` is stored beside it (the run number) and must match on loading.
void save_checkpoint(const std::filesystem::path& path, const Trainer& trainer,
                     const std::string& label);

/// False when there is no checkpoint at `path` or it carries another label; throws Error (kInput)
/// when it is damaged or belongs to a model with other options.
bool load_checkpoint(const std::filesystem::path& path, Trainer& trainer, const std::string& label);

}  // namespace disgnn::train
