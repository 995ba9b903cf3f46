#pragma once

#include <cstdint>
#include <limits>

namespace disgnn::train {

/// Remembers the best epoch by validation accuracy (ties: lower validation loss) and tells when
/// patience has run out.
struct EarlyStopping {
  std::int64_t patience = 0;    ///< epochs without improvement before stopping
  std::int64_t best_epoch = 0;  ///< 0 = none yet
  double best_accuracy = -1;
  double best_loss = std::numeric_limits<double>::infinity();

  /// True when this epoch is the best so far.
  bool update(std::int64_t epoch, double accuracy, double loss) {
    if (accuracy < best_accuracy || (accuracy == best_accuracy && !(loss < best_loss))) {
      return false;
    }
    best_epoch = epoch;
    best_accuracy = accuracy;
    best_loss = loss;
    return true;
  }
  [[nodiscard]] bool exhausted(std::int64_t epoch) const { return epoch - best_epoch >= patience; }
};

}  // namespace disgnn::train
