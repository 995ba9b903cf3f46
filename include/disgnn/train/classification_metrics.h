#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// How often each class was right, was the truth and was predicted: what accuracy and F1 need, in
/// O(classes) memory.
class ClassCounts {
 public:
  explicit ClassCounts(std::int32_t classes);

  void add(std::int32_t truth, std::int32_t prediction);
  /// Nodes added.
  [[nodiscard]] std::int64_t total() const { return total_; }

  /// Share of right predictions; 0 when nothing was added.
  [[nodiscard]] double accuracy() const;
  /// Mean F1 over the classes that occur as truth or as prediction, as scikit-learn's
  /// f1_score(average="macro"); 0 when nothing was added.
  [[nodiscard]] double macro_f1() const;

 private:
  std::int64_t total_ = 0;
  std::vector<std::int64_t> right_;     // [classes]
  std::vector<std::int64_t> mentions_;  // [classes] as truth plus as prediction
};

/// Counts the labelled nodes among `nodes`; labels and predictions are indexed by node, labels
/// below 0 (unlabelled) are skipped. O(nodes + classes).
ClassCounts class_counts(std::span<const std::int32_t> labels,
                         std::span<const std::int32_t> predictions, std::span<const NodeId> nodes,
                         std::int32_t classes);

}  // namespace disgnn
