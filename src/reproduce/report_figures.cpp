#include "reproduce/report_figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "disgnn/report/figures.h"
#include "disgnn/run/summary.h"
#include "reproduce/generated_graphs.h"

namespace disgnn::reproduce {
namespace {

using report::Bar;
using report::BarGroup;
using report::Heatmap;
using report::LinePanel;

Bar bar_of(const CellResult& result) {
  const run::Spread spread = run::spread(percentages(result, &run::RunResult::test_accuracy));
  return {spread.mean, spread.std};
}

}  // namespace

std::string scorer_figure(const StudyResults& results) {
  std::vector<BarGroup> groups;
  for (const std::string& dataset : scorer_datasets()) {
    BarGroup group{dataset, {}};
    for (const std::string& variant : scorer_variants()) {
      if (const CellResult* result = find_result(results, dataset, variant)) {
        group.bars.push_back(bar_of(*result));
      }
    }
    if (group.bars.size() == scorer_variants().size()) groups.push_back(std::move(group));
  }
  if (groups.empty()) return "";
  return report::bar_chart("Test accuracy by scorer (%)", {"mlp", "linear (GO)", "dot (DP)"},
                           groups);
}

std::string lambda_figure(const StudyResults& results) {
  std::vector<LinePanel> panels;
  const CellResult* const base = find_result(results, "cora", "disgnn-base");
  for (const std::string& signal : signals()) {
    LinePanel panel{
        "lambda of " + signal, {}, {{"disgnn", {}}}, base != nullptr ? bar_of(*base).value : 0};
    for (const std::string& value : lambda_values()) {
      const CellResult* result = find_result(results, "cora", lambda_variant(signal, value));
      if (result == nullptr) continue;
      panel.ticks.push_back(value);
      panel.lines.front().points.push_back(bar_of(*result));
    }
    if (!panel.ticks.empty()) panels.push_back(std::move(panel));
  }
  if (panels.empty()) return "";
  return report::line_panels("Test accuracy on cora with one signal alone (%); dashed: base",
                             panels);
}

std::string channel_figure(const std::vector<ChannelCase>& cases) {
  std::vector<Heatmap> maps;
  for (const ChannelCase& example : cases) {
    for (std::size_t layer = 0; layer < example.weight.size(); ++layer) {
      maps.push_back({fmt::format("{}, layer {}, weights", example.variant, layer + 1),
                      example.channels, example.weight[layer]});
    }
  }
  for (const ChannelCase& example : cases) {
    for (std::size_t layer = 0; layer < example.existence.size(); ++layer) {
      maps.push_back({fmt::format("{}, layer {}, existence", example.variant, layer + 1),
                      example.channels, example.existence[layer]});
    }
  }
  if (maps.empty()) return "";
  return report::heatmaps("Correlation of the channels on cora", maps);
}

std::string relation_figure(const std::vector<RelationPoint>& points) {
  const auto percent = [](const run::Spread& nmi) { return Bar{100 * nmi.mean, 100 * nmi.std}; };
  const auto panel_of = [&](const std::string& title, const std::vector<std::string>& datasets,
                            const auto& tick_of) {
    LinePanel panel{title, {}, {{"base", {}}, {"disgnn", {}}, {"told half the edges", {}}}, 0};
    for (const std::string& dataset : datasets) {
      const auto point = std::find_if(points.begin(), points.end(),
                                      [&](const RelationPoint& p) { return p.dataset == dataset; });
      if (point == points.end()) continue;
      panel.ticks.push_back(tick_of(dataset));
      panel.lines[0].points.push_back(percent(point->base));
      panel.lines[1].points.push_back(percent(point->full));
      panel.lines[2].points.push_back(percent(point->oracle));
    }
    return panel;
  };
  std::vector<LinePanel> panels = {
      panel_of("relations, at noise 1", relation_datasets(),
               [](const std::string& name) { return std::to_string(generated_relations(name)); }),
      panel_of("noise, with 3 relations", noise_datasets(),
               [](const std::string& name) { return fmt::format("{}", generated_noise(name)); })};
  std::erase_if(panels, [](const LinePanel& panel) { return panel.ticks.empty(); });
  if (panels.empty()) return "";
  return report::line_panels("Relation NMI on campus graphs (%)", panels);
}

}  // namespace disgnn::reproduce
