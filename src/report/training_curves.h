#pragma once

#include <filesystem>

#include "disgnn/run/json_format.h"

namespace disgnn::report {

/// The epochs in metrics.jsonl, one object per seed with a list per column (docs/report-data.md). A
/// last line that is not complete yet is left out. Throws Error (kInput) with the line on damage.
run::Json training_curves(const std::filesystem::path& metrics);

}  // namespace disgnn::report
