#include "disgnn/train/classification_metrics.h"

#include <numeric>

#include "disgnn/core/error.h"

namespace disgnn {

ClassCounts::ClassCounts(std::int32_t classes) : right_(classes, 0), mentions_(classes, 0) {}

void ClassCounts::add(std::int32_t truth, std::int32_t prediction) {
  const auto classes = static_cast<std::int32_t>(right_.size());
  DISGNN_ASSERT(truth >= 0 && truth < classes && prediction >= 0 && prediction < classes);
  ++total_;
  ++mentions_[truth];
  ++mentions_[prediction];
  if (truth == prediction) ++right_[truth];
}

double ClassCounts::accuracy() const {
  if (total_ == 0) return 0;
  const auto right = std::accumulate(right_.begin(), right_.end(), std::int64_t{0});
  return static_cast<double>(right) / static_cast<double>(total_);
}

double ClassCounts::macro_f1() const {
  double sum = 0;
  int occurring = 0;
  for (std::size_t k = 0; k < right_.size(); ++k) {
    if (mentions_[k] == 0) continue;
    ++occurring;
    // 2 TP / (2 TP + FP + FN): the denominator counts k once as truth and once as prediction.
    sum += 2 * static_cast<double>(right_[k]) / static_cast<double>(mentions_[k]);
  }
  return occurring == 0 ? 0 : sum / occurring;
}

ClassCounts class_counts(std::span<const std::int32_t> labels,
                         std::span<const std::int32_t> predictions, std::span<const NodeId> nodes,
                         std::int32_t classes) {
  DISGNN_ASSERT(labels.size() == predictions.size());
  ClassCounts counts(classes);
  for (const NodeId v : nodes) {
    if (labels[v] >= 0) counts.add(labels[v], predictions[v]);
  }
  return counts;
}

}  // namespace disgnn
