#pragma once

#include <filesystem>
#include <string>

#include "disgnn/reproduce/study.h"

namespace disgnn::reproduce {

/// Whether a study draws the graph itself.
bool is_generated(const std::string& dataset);

/// What the name of a campus graph says of it ("campus-3-0.5": three relations, noise 0.5).
int generated_relations(const std::string& dataset);
double generated_noise(const std::string& dataset);

/// Where a study finds a graph: in the data root or, for campus graphs, in its own
/// folder, where they are written when first asked for.
std::filesystem::path graph_folder(const StudyOptions& options, const std::string& dataset);

}  // namespace disgnn::reproduce
