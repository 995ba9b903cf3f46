#pragma once

#include <string>
#include <vector>

#include "disgnn/run/run_result.h"

namespace disgnn::run {

/// Finished runs as stored for --resume.
std::string runs_to_json(const std::vector<RunResult>& runs);
/// Throws Error (kInput) on damaged text; `source` names the file.
std::vector<RunResult> runs_from_json(const std::string& text, const std::string& source);

}  // namespace disgnn::run
