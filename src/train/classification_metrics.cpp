#include "disgnn/train/classification_metrics.h"

#include <numeric>

#include "disgnn/core/error.h"

namespace disgnn {

ConfusionMatrix::ConfusionMatrix(std::int32_t classes) : classes_(classes) {
  DISGNN_ASSERT(classes >= 0);
  counts_.assign(static_cast<std::size_t>(classes) * classes, 0);
}

void ConfusionMatrix::add(std::int32_t truth, std::int32_t prediction) {
  DISGNN_ASSERT(truth >= 0 && truth < classes_ && prediction >= 0 && prediction < classes_);
  ++counts_[static_cast<std::size_t>(truth) * classes_ + prediction];
}

std::int64_t ConfusionMatrix::count(std::int32_t truth, std::int32_t prediction) const {
  DISGNN_ASSERT(truth >= 0 && truth < classes_ && prediction >= 0 && prediction < classes_);
  return counts_[static_cast<std::size_t>(truth) * classes_ + prediction];
}

std::int64_t ConfusionMatrix::total() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0});
}

double ConfusionMatrix::accuracy() const {
  const std::int64_t nodes = total();
  if (nodes == 0) return 0;
  std::int64_t right = 0;
  for (std::int32_t k = 0; k < classes_; ++k) right += count(k, k);
  return static_cast<double>(right) / static_cast<double>(nodes);
}

double ConfusionMatrix::macro_f1() const {
  double sum = 0;
  int occurring = 0;
  for (std::int32_t k = 0; k < classes_; ++k) {
    // 2 TP / (2 TP + FP + FN): the denominator counts k once as truth and once as prediction.
    std::int64_t mentions = 0;
    for (std::int32_t other = 0; other < classes_; ++other) {
      mentions += count(k, other) + count(other, k);
    }
    if (mentions == 0) continue;
    ++occurring;
    sum += 2 * static_cast<double>(count(k, k)) / static_cast<double>(mentions);
  }
  return occurring == 0 ? 0 : sum / occurring;
}

ConfusionMatrix confusion_matrix(std::span<const std::int32_t> labels,
                                 std::span<const std::int32_t> predictions,
                                 std::span<const NodeId> nodes, std::int32_t classes) {
  DISGNN_ASSERT(labels.size() == predictions.size());
  ConfusionMatrix matrix(classes);
  for (const NodeId v : nodes) {
    if (labels[v] >= 0) matrix.add(labels[v], predictions[v]);
  }
  return matrix;
}

}  // namespace disgnn
