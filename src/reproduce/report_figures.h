#pragma once

#include <string>
#include <vector>

#include "disgnn/reproduce/report.h"

namespace disgnn::reproduce {

// Each is an SVG, or empty where its cells are missing.

/// Of the graphs that all scorers were trained on.
std::string scorer_figure(const StudyResults& results);
std::string lambda_figure(const StudyResults& results);
std::string channel_figure(const std::vector<ChannelCase>& cases);
/// Relation NMI by number of relations and by noise.
std::string relation_figure(const std::vector<RelationPoint>& points);

}  // namespace disgnn::reproduce
