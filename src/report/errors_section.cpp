#include <ATen/ATen.h>

#include "disgnn/train/classification_metrics.h"
#include "report/sections.h"

namespace disgnn::report {
namespace {

using run::Json;

constexpr std::size_t kMostMistakes = 100;

std::span<const NodeId> test_nodes(const run::OpenRun& run) {
  return run.split ? run.split->members(Role::kTest) : std::span<const NodeId>();
}

Json confusion_json(const ClassificationReport& report) {
  const std::size_t classes = report.per_class.size();
  Json rows = Json::array();
  for (std::size_t k = 0; k < classes; ++k) {
    const auto first = report.confusion.begin() + static_cast<std::ptrdiff_t>(k * classes);
    rows.push_back(std::vector<std::int64_t>(first, first + static_cast<std::ptrdiff_t>(classes)));
  }
  return rows;
}

}  // namespace

ClassificationReport test_errors(const run::OpenRun& run) {
  const at::Tensor p = run.evaluation.probabilities.to(at::kFloat).contiguous();
  return classification_report(run.data.labels, run.evaluation.predictions,
                               {p.data_ptr<float>(), static_cast<std::size_t>(p.numel())},
                               test_nodes(run), run.data.classes, kMostMistakes);
}

Json errors_section(const ExplainedRun& explained) {
  const run::OpenRun& run = explained.run;
  const ClassificationReport& report = explained.errors;
  const ClassCounts counts =
      class_counts(run.data.labels, run.evaluation.predictions, test_nodes(run), run.data.classes);
  Json per_class = Json::array();
  for (const ClassScores& scores : report.per_class) {
    per_class.push_back({{"precision", scores.precision},
                         {"recall", scores.recall},
                         {"f1", scores.f1},
                         {"support", scores.support}});
  }
  Json bins = Json::array();
  for (const CalibrationBin& bin : report.calibration) {
    const bool empty = bin.count == 0;
    bins.push_back({{"low", bin.low},
                    {"high", bin.high},
                    {"count", bin.count},
                    {"confidence", empty ? Json(nullptr) : Json(bin.confidence)},
                    {"accuracy", empty ? Json(nullptr) : Json(bin.accuracy)}});
  }
  Json mistakes = Json::array();
  for (const Mistake& mistake : report.mistakes) {
    mistakes.push_back(
        {{"node", explained.kept.position[mistake.node]}, {"confidence", mistake.confidence}});
  }
  return {{"nodes", report.nodes},
          {"accuracy", counts.accuracy()},
          {"macro_f1", counts.macro_f1()},
          {"confusion", confusion_json(report)},
          {"per_class", per_class},
          {"calibration", {{"bins", bins}, {"ece", report.expected_calibration_error}}},
          {"mistakes", mistakes}};
}

}  // namespace disgnn::report
