#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "disgnn/data/dataset.h"
#include "disgnn/explain/disentanglement.h"
#include "disgnn/run/metrics_log.h"
#include "disgnn/run/settings.h"

namespace disgnn::run {

/// Result of one seed, test read once at the best validation epoch. Accuracies are fractions.
struct RunResult {
  std::uint64_t seed = 0;
  std::int64_t best_epoch = 0;
  std::int64_t epochs = 0;
  double validation_accuracy = 0;
  double test_accuracy = 0;
  double test_macro_f1 = 0;
  double seconds = 0;
  double class_step_ms = 0;
  double full_step_ms = 0;
  Disentanglement disentanglement;
};

/// Mean and standard deviation over runs (n - 1 in the denominator; 0 for one run).
struct Spread {
  double mean = 0;
  double std = 0;
};
Spread spread(const std::vector<double>& values);
double median(std::vector<double> values);

/// Mean over runs of each layer's homophily AUC; nothing where no run could measure it.
std::vector<std::optional<double>> mean_homophily_auc(const std::vector<RunResult>& runs);
/// The best layer's mean.
std::optional<double> best_homophily_auc(const std::vector<RunResult>& runs);

/// Largest resident memory of this process so far, in MiB.
double peak_memory_mib();

/// summary.json, which `train --json` prints too.
std::string summary_json(const Dataset& data, const Settings& settings,
                         const std::vector<RunResult>& runs);

/// Finished runs as stored for --resume.
std::string runs_to_json(const std::vector<RunResult>& runs);
/// Throws Error (kInput) on damaged text; `source` names the file.
std::vector<RunResult> runs_from_json(const std::string& text, const std::string& source);

}  // namespace disgnn::run
