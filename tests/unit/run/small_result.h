#pragma once

#include <optional>

#include "disgnn/run/run_result.h"

namespace disgnn::run {

/// Of a model with two layers, the second of which has no homophily AUC.
inline RunResult result(double homophily_auc, double first_auc, double last_auc) {
  RunResult run;
  run.disentanglement.homophily_auc = {homophily_auc, std::nullopt};
  run.disentanglement.validation_auc = {0.5, std::nullopt};
  run.disentanglement.prediction_auc = 0.75;
  run.disentanglement.first_layer =
      RelationRecovery{.nmi = 0.5, .relation_auc = first_auc, .channel_of_relation = {}};
  run.disentanglement.last_layer =
      RelationRecovery{.nmi = 0.25, .relation_auc = last_auc, .channel_of_relation = {}};
  return run;
}

}  // namespace disgnn::run
