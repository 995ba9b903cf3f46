#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace disgnn::report {

// Figures as SVG documents that need nothing else. Texts may hold anything.

struct Bar {
  double value;
  double deviation;
};
struct BarGroup {
  std::string label;
  std::vector<Bar> bars;  ///< one per series
};
/// Groups of bars with whiskers of one standard deviation, in percent.
std::string bar_chart(const std::string& title, const std::vector<std::string>& series,
                      const std::vector<BarGroup>& groups);

struct Line {
  std::string label;
  std::vector<Bar> points;
};
struct LinePanel {
  std::string title;
  std::vector<std::string> ticks;  ///< one per point, evenly spaced
  std::vector<Line> lines;
  double reference = 0;  ///< a dashed line, such as the base model; 0: none
};
/// Panels side by side, each line with a band of one standard deviation; a legend tells the lines
/// of the first panel apart if there are several.
std::string line_panels(const std::string& title, const std::vector<LinePanel>& panels);

struct Heatmap {
  std::string title;
  std::int64_t size = 0;
  std::vector<double> values;  ///< [size, size], in -1 .. 1
};
/// Matrices side by side, four in a row, blue below zero and red above.
std::string heatmaps(const std::string& title, const std::vector<Heatmap>& maps);

}  // namespace disgnn::report
