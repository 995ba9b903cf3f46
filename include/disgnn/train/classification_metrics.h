#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// How often a node of one class was predicted to be of another.
class ConfusionMatrix {
 public:
  explicit ConfusionMatrix(std::int32_t classes);

  void add(std::int32_t truth, std::int32_t prediction);
  [[nodiscard]] std::int32_t classes() const { return classes_; }
  [[nodiscard]] std::int64_t count(std::int32_t truth, std::int32_t prediction) const;
  /// Nodes added.
  [[nodiscard]] std::int64_t total() const;

  /// Share of right predictions; 0 when nothing was added.
  [[nodiscard]] double accuracy() const;
  /// Mean F1 over the classes that occur as truth or as prediction, as scikit-learn's
  /// f1_score(average="macro"); 0 when nothing was added.
  [[nodiscard]] double macro_f1() const;

 private:
  std::int32_t classes_;
  std::vector<std::int64_t> counts_;  // [truth, prediction]
};

/// Counts the labelled nodes among `nodes`; labels and predictions are indexed by node, labels
/// below 0 (unlabelled) are skipped. O(nodes + classes^2).
ConfusionMatrix confusion_matrix(std::span<const std::int32_t> labels,
                                 std::span<const std::int32_t> predictions,
                                 std::span<const NodeId> nodes, std::int32_t classes);

}  // namespace disgnn
