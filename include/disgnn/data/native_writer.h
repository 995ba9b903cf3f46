#pragma once

#include <cstdint>
#include <filesystem>

#include "disgnn/data/dataset.h"

namespace disgnn {

enum class Overwrite : std::uint8_t { kRefuse, kReplace };

/// Writes disgnn's native dataset folder (docs: DATASETS). Self loops and repeated pairs are left
/// out, undirected pairs are turned to u < v, the order of the others is kept. The folder appears
/// under its name only when it is complete.
///
/// Throws Error (kUsage) when the folder exists and is not empty; with Overwrite::kReplace it is
/// replaced if it is a native dataset and holds nothing else.
void write_native_dataset(const RawDataset& data, const std::filesystem::path& folder,
                          Overwrite overwrite = Overwrite::kRefuse);

}  // namespace disgnn
