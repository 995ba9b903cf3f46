#pragma once

#include <map>
#include <string>

namespace disgnn::report {

/// Figures for papers from a report's document (docs/report-data.md), SVG by file name:
/// training.svg, accuracies by epoch, mean over the seeds with a band of one standard deviation;
/// channels.svg, correlation of the channels, of the runs that have any.
std::map<std::string, std::string> static_figures(const std::string& document);

}  // namespace disgnn::report
