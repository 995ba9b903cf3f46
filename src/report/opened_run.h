#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "disgnn/report/document.h"
#include "report/sections.h"

namespace disgnn::report {

/// A run folder as reports read it: its settings and, once a model is stored, that model on its
/// graph.
struct OpenedRun {
  run::RunFolder folder;
  run::Settings settings;
  std::unique_ptr<const run::OpenRun> run;  ///< null: no model yet
  std::optional<ExplainedRun> explained;    ///< of *run
};

/// Throws Error (kInput) when the folder holds no run, or its data has changed.
OpenedRun opened_run(const run::RunFolder& folder);

/// The document of report_document, from runs that are open already.
std::string document_of(const std::vector<const OpenedRun*>& runs, const ReportOrigin& origin);

}  // namespace disgnn::report
