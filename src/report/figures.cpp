#include "disgnn/report/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace disgnn::report {
namespace {

constexpr double kHeight = 300;
constexpr double kTop = 50;
constexpr double kBottom = 60;
constexpr double kLeft = 50;
/// Colours that people with colour blindness can tell apart (Okabe and Ito).
constexpr std::array<const char*, 4> kColours = {"#0072b2", "#e69f00", "#009e73", "#cc79a7"};

std::string xml_text(const std::string& content) {
  std::string xml;
  for (const char c : content) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '<') {
      xml += "&lt;";
    } else if (c == '&') {
      xml += "&amp;";
    } else {
      xml += byte < 0x20 || byte == 0x7F ? ' ' : c;  // control characters are no XML
    }
  }
  return xml;
}

std::string text(double x, double y, const std::string& content,
                 const std::string& anchor = "middle", int size = 12) {
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\">{}</text>\n", x, y,
      anchor, size, xml_text(content));
}

std::string line(double x1, double y1, double x2, double y2, const std::string& style) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1,
                     x2, y2, style);
}

std::string document(double width, double height, const std::string& title,
                     const std::string& body) {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
             "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\">\n"
             "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
             width, height) +
         text(width / 2, 20, title, "middle", 14) + body + "</svg>\n";
}

/// A vertical axis in percent from a round number below the least to one above the largest value.
struct Axis {
  Axis(double least, double largest)
      : low(std::floor((least - 1) / 5) * 5), high(std::ceil((largest + 1) / 5) * 5) {
    low = std::max(0.0, low);
  }
  [[nodiscard]] double y(double value) const {
    return kTop + (kHeight - kTop - kBottom) * (high - value) / (high - low);
  }
  [[nodiscard]] std::string draw(double left, double right) const {
    std::string svg;
    const double step = high - low > 30 ? 10 : 5;
    const auto ticks = static_cast<int>(std::floor((high - low) / step + 1e-9));
    for (int i = 0; i <= ticks; ++i) {
      const double tick = low + step * i;
      svg += line(left, y(tick), right, y(tick), "stroke=\"#ddd\"");
      svg += text(left - 6, y(tick) + 4, fmt::format("{:.0f}", tick), "end", 11);
    }
    return svg;
  }
  double low;
  double high;
};

template <typename Values>
Axis axis_of(const Values& bars) {
  double least = 100;
  double largest = 0;
  for (const Bar& bar : bars) {
    least = std::min(least, bar.value - bar.deviation);
    largest = std::max(largest, bar.value + bar.deviation);
  }
  return {least, largest};
}

double legend_width(const std::vector<std::string>& labels) {
  double width = kLeft;
  for (const std::string& label : labels) width += 40 + 8 * static_cast<double>(label.size());
  return width;
}

std::string legend(const std::vector<std::string>& labels) {
  std::string svg;
  for (std::size_t s = 0; s < labels.size(); ++s) {
    const double x =
        legend_width({labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(s)});
    svg += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/>\n",
                       x, kHeight - 26, kColours[s % kColours.size()]);
    svg += text(x + 17, kHeight - 16, labels[s], "start");
  }
  return svg;
}

template <typename XOf>
std::string banded_line(const std::vector<Bar>& points, const Axis& axis, const XOf& x_of,
                        const std::string& colour) {
  std::string above;
  std::string below;
  std::string path;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double x = x_of(i);
    const Bar& point = points[i];
    above += fmt::format("{:.1f},{:.1f} ", x, axis.y(point.value + point.deviation));
    below = fmt::format("{:.1f},{:.1f} ", x, axis.y(point.value - point.deviation)) + below;
    path += fmt::format("{:.1f},{:.1f} ", x, axis.y(point.value));
  }
  return fmt::format(
      "<polygon points=\"{}{}\" fill=\"{}\" opacity=\"0.2\"/>\n"
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n",
      above, below, colour, path, colour);
}

/// White at zero, red at 1, blue at -1.
std::string heat_colour(double value) {
  const double strength = std::min(1.0, std::abs(value));
  const auto fade = [&](int full) {
    return static_cast<int>(std::lround(255 + (full - 255) * strength));
  };
  return value >= 0 ? fmt::format("rgb({},{},{})", fade(178), fade(24), fade(43))
                    : fmt::format("rgb({},{},{})", fade(33), fade(102), fade(172));
}

}  // namespace

std::string bar_chart(const std::string& title, const std::vector<std::string>& series,
                      const std::vector<BarGroup>& groups) {
  constexpr double kBar = 22;
  constexpr double kGap = 26;
  std::vector<Bar> all;
  for (const BarGroup& group : groups) all.insert(all.end(), group.bars.begin(), group.bars.end());
  const Axis axis = axis_of(all);
  const double group_width = kBar * static_cast<double>(series.size()) + kGap;
  const double width = kLeft + group_width * static_cast<double>(groups.size()) + 20;
  std::string svg = axis.draw(kLeft, width - 20);
  double x = kLeft + kGap / 2;
  for (const BarGroup& group : groups) {
    svg += text(x + (group_width - kGap) / 2, kHeight - kBottom + 18, group.label);
    for (std::size_t s = 0; s < group.bars.size(); ++s) {
      const Bar& bar = group.bars[s];
      const double left = x + kBar * static_cast<double>(s);
      svg += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\">"
          "<title>{} {}: {:.2f} ± {:.2f} %</title></rect>\n",
          left + 1, axis.y(bar.value), kBar - 2, axis.y(axis.low) - axis.y(bar.value),
          kColours[s % kColours.size()], xml_text(group.label), xml_text(series[s]), bar.value,
          bar.deviation);
      svg += line(left + kBar / 2, axis.y(bar.value - bar.deviation), left + kBar / 2,
                  axis.y(bar.value + bar.deviation), "stroke=\"black\"");
    }
    x += group_width;
  }
  svg += legend(series);
  return document(std::max(width, legend_width(series) + 20), kHeight, title, svg);
}

std::string line_panels(const std::string& title, const std::vector<LinePanel>& panels) {
  constexpr double kStep = 44;
  std::vector<Bar> all;
  for (const LinePanel& panel : panels) {
    for (const Line& one : panel.lines) all.insert(all.end(), one.points.begin(), one.points.end());
    if (panel.reference > 0) all.push_back({panel.reference, 0});
  }
  const Axis axis = axis_of(all);
  std::string svg;
  double left = kLeft;
  for (const LinePanel& panel : panels) {
    const double right = left + kStep * static_cast<double>(panel.ticks.size());
    svg += axis.draw(left, right);
    svg += text((left + right) / 2, kTop - 10, panel.title, "middle", 13);
    const auto x_of = [&](std::size_t i) { return left + kStep * (static_cast<double>(i) + 0.5); };
    for (std::size_t i = 0; i < panel.ticks.size(); ++i) {
      svg += text(x_of(i), kHeight - kBottom + 18, panel.ticks[i], "middle", 11);
    }
    for (std::size_t l = 0; l < panel.lines.size(); ++l) {
      svg += banded_line(panel.lines[l].points, axis, x_of, kColours[l % kColours.size()]);
    }
    if (panel.reference > 0) {
      svg += line(left, axis.y(panel.reference), right, axis.y(panel.reference),
                  R"(stroke="#555" stroke-dasharray="5 4")");
    }
    left = right + kLeft;
  }
  std::vector<std::string> labels;
  if (!panels.empty()) {
    for (const Line& one : panels.front().lines) labels.push_back(one.label);
  }
  const bool several = labels.size() > 1;
  if (several) svg += legend(labels);
  const double width = left - kLeft + 20;
  return document(several ? std::max(width, legend_width(labels) + 20) : width, kHeight, title,
                  svg);
}

std::string heatmaps(const std::string& title, const std::vector<Heatmap>& maps) {
  constexpr double kCell = 26;
  constexpr std::size_t kInARow = 4;
  std::string svg;
  double left = 40;
  double top = kTop;
  double right = left;
  double bottom = top;
  for (std::size_t m = 0; m < maps.size(); ++m) {
    const Heatmap& map = maps[m];
    if (m > 0 && m % kInARow == 0) {
      left = 40;
      top = bottom + 60;
    }
    const double width = kCell * static_cast<double>(map.size);
    svg += text(left + width / 2, top - 8, map.title, "middle", 13);
    for (std::int64_t row = 0; row < map.size; ++row) {
      const double y = top + kCell * static_cast<double>(row);
      svg += text(left - 6, y + kCell / 2 + 4, fmt::format("{}", row), "end", 11);
      for (std::int64_t column = 0; column < map.size; ++column) {
        const double value = map.values[row * map.size + column];
        const double x = left + kCell * static_cast<double>(column);
        svg += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" fill=\"{}\">"
            "<title>channels {} and {}: {:.3f}</title></rect>\n",
            x, y, kCell, kCell, heat_colour(value), row, column, value);
      }
    }
    for (std::int64_t column = 0; column < map.size; ++column) {
      svg += text(left + kCell * (static_cast<double>(column) + 0.5), top + width + 15,
                  fmt::format("{}", column), "middle", 11);
    }
    bottom = std::max(bottom, top + width);
    left += width + 40;
    right = std::max(right, left);
  }
  return document(right, bottom + 35, title, svg);
}

}  // namespace disgnn::report
