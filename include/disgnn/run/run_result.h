#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "disgnn/explain/disentanglement.h"

namespace disgnn::run {

/// Result of one seed, test read once at the best validation epoch. Accuracies are fractions.
struct RunResult {
  std::uint64_t seed = 0;
  std::vector<std::string> choices;  ///< what extensions chose by themselves, in words
  std::int64_t best_epoch = 0;
  std::int64_t epochs = 0;
  double validation_accuracy = 0;
  double validation_macro_f1 = 0;
  double test_accuracy = 0;
  double test_macro_f1 = 0;
  /// What the model would have had without its prediction stages; none: it has none.
  std::optional<double> model_test_accuracy;
  double seconds = 0;
  double class_step_ms = 0;
  double full_step_ms = 0;
  double epoch_ms = 0;
  Disentanglement disentanglement;
};

}  // namespace disgnn::run
