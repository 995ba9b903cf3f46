#pragma once

#include <filesystem>
#include <string>

#include "disgnn/reproduce/study.h"

namespace disgnn::reproduce {

/// Whether a study draws the graph itself.
bool is_generated(const std::string& dataset);

/// Relations of a campus graph, by its name.
int generated_relations(const std::string& dataset);

/// Where a study finds a graph: in the data root or, for campus graphs ("campus-3-0.5": three
/// relations, noise 0.5), in its own folder, where they are written when first asked for.
std::filesystem::path graph_folder(const StudyOptions& options, const std::string& dataset);

}  // namespace disgnn::reproduce
