#pragma once

#include <optional>

#include "disgnn/explain/classification_report.h"
#include "disgnn/explain/edge_columns.h"
#include "disgnn/explain/logit_contributions.h"
#include "disgnn/run/json_format.h"
#include "disgnn/run/open_run.h"
#include "report/kept_graph.h"

namespace disgnn::report {

/// A run and what was found out about it, for all sections.
struct ExplainedRun {
  const run::OpenRun& run;
  const nn::DisGnnModel* model = nullptr;  ///< null: no relation channels
  EdgeColumns columns;                     ///< empty without channels
  std::optional<LogitContributions> contributions;
  ClassificationReport errors;  ///< on the test nodes
  KeptGraph kept;
};

// The parts of a run's document; docs/report-data.md says what each holds.
run::Json nodes_section(const ExplainedRun& explained);
run::Json edges_section(const ExplainedRun& explained);
run::Json channels_section(const ExplainedRun& explained);
run::Json errors_section(const ExplainedRun& explained);

/// Bytes that one entry takes in the edges section.
std::int64_t bytes_per_entry(const nn::DisGnnModel* model);

/// How the model did on the test nodes, with its 100 most confident mistakes.
ClassificationReport test_errors(const run::OpenRun& run);

}  // namespace disgnn::report
