#include "disgnn/report/static_figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "disgnn/report/figures.h"
#include "disgnn/run/json_format.h"

namespace disgnn::report {
namespace {

using run::Json;

/// Epochs (positions from 0) to draw, evenly spaced and the last one: a point each.
std::vector<std::size_t> shown_epochs(std::size_t count) {
  constexpr std::size_t kMost = 12;
  std::vector<std::size_t> shown;
  const std::size_t points = std::min(kMost, count);
  for (std::size_t i = 0; i < points; ++i) {
    shown.push_back(points == 1 ? 0 : i * (count - 1) / (points - 1));
  }
  return shown;
}

/// Mean and deviation in percent over the seeds that got that far.
Bar at_epoch(const Json& training, const char* column, std::size_t epoch) {
  std::vector<double> values;
  for (const Json& seed : training) {
    const Json& all = seed.at(column);
    if (epoch < all.size()) values.push_back(100 * all[epoch].get<double>());
  }
  const run::Spread spread = run::spread(values);
  return {spread.mean, spread.std};
}

LinePanel accuracy_panel(const Json& run) {
  const Json& training = run.at("training");
  std::size_t epochs = 0;
  for (const Json& seed : training) epochs = std::max(epochs, seed.at("epoch").size());
  LinePanel panel{run.at("name"), {}, {{"training", {}}, {"validation", {}}}, 0};
  for (const std::size_t epoch : shown_epochs(epochs)) {
    panel.ticks.push_back(fmt::format("{}", epoch + 1));
    panel.lines[0].points.push_back(at_epoch(training, "train_accuracy", epoch));
    panel.lines[1].points.push_back(at_epoch(training, "val_accuracy", epoch));
  }
  return panel;
}

void add_heatmaps(std::vector<Heatmap>& maps, const Json& run) {
  const Json& layers = run.at("channels").at("layers");
  for (const char* const what : {"weight", "existence"}) {
    for (std::size_t l = 0; l < layers.size(); ++l) {
      const Json& rows = layers[l].at(fmt::format("correlation_{}", what));
      Heatmap map{fmt::format("{}, layer {}, {}", run.at("name").get<std::string>(), l + 1, what),
                  static_cast<std::int64_t>(rows.size()),
                  {}};
      for (const Json& row : rows) {
        for (const Json& value : row) map.values.push_back(value.get<double>());
      }
      maps.push_back(std::move(map));
    }
  }
}

}  // namespace

std::map<std::string, std::string> static_figures(const std::string& document) {
  const Json json = Json::parse(document);
  std::vector<LinePanel> panels;
  std::vector<Heatmap> maps;
  for (const Json& run : json.at("runs")) {
    if (!run.at("training").empty()) panels.push_back(accuracy_panel(run));
    if (!run.at("channels").is_null()) add_heatmaps(maps, run);
  }
  std::map<std::string, std::string> figures;
  if (!panels.empty()) {
    figures["training.svg"] = line_panels("Accuracy by epoch (%)", panels);
  }
  if (!maps.empty()) figures["channels.svg"] = heatmaps("Correlation of the channels", maps);
  return figures;
}

}  // namespace disgnn::report
