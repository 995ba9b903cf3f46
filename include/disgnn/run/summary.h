#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "disgnn/config/settings.h"
#include "disgnn/data/dataset.h"
#include "disgnn/run/run_result.h"

namespace disgnn::run {

/// Mean and standard deviation over runs (n - 1 in the denominator; 0 for one run).
struct Spread {
  double mean = 0;
  double std = 0;
};
Spread spread(const std::vector<double>& values);
double median(std::vector<double> values);

/// Mean over runs of each layer's homophily AUC; nothing where no run could measure it.
std::vector<std::optional<double>> mean_homophily_auc(const std::vector<RunResult>& runs);
/// That of the layer which is best on the edges between validation nodes.
std::optional<double> best_homophily_auc(const std::vector<RunResult>& runs);
/// Mean over runs of the AUC of the predictions' agreement.
std::optional<double> mean_prediction_auc(const std::vector<RunResult>& runs);

/// Mean over runs of a layer's recovery of the true relations; nothing where none is known.
std::optional<RelationRecovery> mean_recovery(
    const std::vector<RunResult>& runs, std::optional<RelationRecovery> Disentanglement::*layer);
/// That of the last layer: the headline figures. Which layer it is must not be chosen by the truth.
std::optional<RelationRecovery> last_layer_recovery(const std::vector<RunResult>& runs);

/// Largest resident memory of this process so far, in MiB.
double peak_memory_mib();

/// summary.json, which `train --json` prints too.
std::string summary_json(const Dataset& data, const Settings& settings,
                         const std::vector<RunResult>& runs);

}  // namespace disgnn::run
