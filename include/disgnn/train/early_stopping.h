#pragma once

#include <cstdint>
#include <limits>

namespace disgnn::train {

/// How well the validation nodes were classified.
struct ValidationScores {
  double accuracy = -1;
  double loss = std::numeric_limits<double>::infinity();
  double macro_f1 = -1;
};

/// By what epochs are compared.
enum class SelectBy : std::uint8_t { kAccuracy, kMacroF1 };

/// Remembers the best epoch (ties: lower validation loss) and tells when patience has run out.
struct EarlyStopping {
  std::int64_t patience = 0;  ///< epochs without improvement before stopping
  SelectBy select_by = SelectBy::kAccuracy;
  std::int64_t best_epoch = 0;  ///< 0 = none yet
  ValidationScores best = {};

  /// True when this epoch is the best so far.
  bool update(std::int64_t epoch, const ValidationScores& scores) {
    const double now = measure(scores);
    const double before = measure(best);
    if (now < before || (now == before && !(scores.loss < best.loss))) return false;
    best_epoch = epoch;
    best = scores;
    return true;
  }
  [[nodiscard]] double measure(const ValidationScores& scores) const {
    return select_by == SelectBy::kMacroF1 ? scores.macro_f1 : scores.accuracy;
  }
  [[nodiscard]] bool exhausted(std::int64_t epoch) const { return epoch - best_epoch >= patience; }
};

}  // namespace disgnn::train
