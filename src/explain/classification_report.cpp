#include "disgnn/explain/classification_report.h"

#include <algorithm>
#include <cmath>

namespace disgnn {
namespace {

constexpr std::int64_t kBins = 15;

double ratio(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

std::vector<CalibrationBin> empty_bins() {
  std::vector<CalibrationBin> bins(kBins);
  for (std::int64_t i = 0; i < kBins; ++i) {
    bins[i].low = static_cast<double>(i) / kBins;
    bins[i].high = static_cast<double>(i + 1) / kBins;
  }
  return bins;
}

std::vector<ClassScores> scores_by_class(const std::vector<std::int64_t>& confusion,
                                         std::int32_t classes) {
  std::vector<ClassScores> scores(classes);
  for (std::int32_t k = 0; k < classes; ++k) {
    std::int64_t truly = 0;
    std::int64_t predicted = 0;
    for (std::int32_t other = 0; other < classes; ++other) {
      truly += confusion[k * classes + other];
      predicted += confusion[other * classes + k];
    }
    const auto right = static_cast<double>(confusion[k * classes + k]);
    scores[k] = {.precision = ratio(right, static_cast<double>(predicted)),
                 .recall = ratio(right, static_cast<double>(truly)),
                 .f1 = ratio(2 * right, static_cast<double>(truly + predicted)),
                 .support = truly};
  }
  return scores;
}

}  // namespace

ClassificationReport classification_report(std::span<const std::int32_t> labels,
                                           std::span<const std::int32_t> predictions,
                                           std::span<const float> probabilities,
                                           std::span<const NodeId> nodes, std::int32_t classes,
                                           std::size_t most_mistakes) {
  ClassificationReport report;
  report.confusion.resize(static_cast<std::size_t>(classes) * classes);
  report.calibration = empty_bins();
  for (const NodeId v : nodes) {
    if (labels[v] < 0) continue;
    ++report.nodes;
    ++report.confusion[labels[v] * classes + predictions[v]];
    const double confidence = probabilities[static_cast<std::size_t>(v) * classes + predictions[v]];
    const bool right = labels[v] == predictions[v];
    const auto bin =
        std::clamp<std::int64_t>(static_cast<std::int64_t>(confidence * kBins), 0, kBins - 1);
    CalibrationBin& into = report.calibration[bin];
    ++into.count;
    into.confidence += confidence;
    into.accuracy += right ? 1 : 0;
    if (!right) report.mistakes.push_back({v, confidence});
  }
  for (CalibrationBin& bin : report.calibration) {
    report.expected_calibration_error +=
        ratio(std::abs(bin.accuracy - bin.confidence), static_cast<double>(report.nodes));
    bin.confidence = ratio(bin.confidence, static_cast<double>(bin.count));
    bin.accuracy = ratio(bin.accuracy, static_cast<double>(bin.count));
  }
  report.per_class = scores_by_class(report.confusion, classes);
  std::sort(report.mistakes.begin(), report.mistakes.end(), [](const Mistake& a, const Mistake& b) {
    return a.confidence != b.confidence ? a.confidence > b.confidence : a.node < b.node;
  });
  if (report.mistakes.size() > most_mistakes) report.mistakes.resize(most_mistakes);
  return report;
}

}  // namespace disgnn
