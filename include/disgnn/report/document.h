#pragma once

#include <string>
#include <vector>

#include "disgnn/run/run_folder.h"

namespace disgnn::report {

/// Who writes a report, and when.
struct ReportOrigin {
  std::string program;  ///< version and commit
  std::string created;  ///< ISO 8601
};

/// All that a report page shows of some runs, as JSON (docs/report-data.md). A run without a stored
/// model, which is still in its first epochs, has its settings and curves only. Throws Error
/// (kInput) when a folder holds no run, or its data is no longer what it was trained on.
std::string report_document(const std::vector<run::RunFolder>& folders, const ReportOrigin& origin);

}  // namespace disgnn::report
