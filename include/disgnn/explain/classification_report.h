#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

struct ClassScores {
  double precision = 0;  ///< 0 where the class was never predicted
  double recall = 0;     ///< 0 where it never occurs
  double f1 = 0;
  std::int64_t support = 0;  ///< nodes that truly have it
};

/// Nodes whose largest probability lies in [low, high), the last bin including 1.
struct CalibrationBin {
  double low = 0;
  double high = 0;
  std::int64_t count = 0;
  double confidence = 0;  ///< mean of the largest probability; 0 where count is 0
  double accuracy = 0;
};

struct Mistake {
  NodeId node = 0;
  double confidence = 0;
};

/// How a classifier did on some labelled nodes.
struct ClassificationReport {
  std::int64_t nodes = 0;
  std::vector<std::int64_t> confusion;  ///< [K, K]: truth by prediction
  std::vector<ClassScores> per_class;   ///< [K]
  std::vector<CalibrationBin> calibration;
  double expected_calibration_error = 0;  ///< mean |accuracy - confidence| over the nodes, by bins
  std::vector<Mistake> mistakes;          ///< most confident first
};

/// `probabilities` is row-major [N, K]; unlabelled nodes among `nodes` are skipped.
/// O(nodes + K^2 + mistakes log mistakes).
ClassificationReport classification_report(std::span<const std::int32_t> labels,
                                           std::span<const std::int32_t> predictions,
                                           std::span<const float> probabilities,
                                           std::span<const NodeId> nodes, std::int32_t classes,
                                           std::size_t most_mistakes);

}  // namespace disgnn
