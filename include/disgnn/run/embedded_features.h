#pragma once

#include <filesystem>

#include "disgnn/data/dataset.h"
#include "disgnn/embed/deepwalk.h"

namespace disgnn::run {

/// What graphs without features get: the paper's 64 dimensions, one thread and a seed of its own,
/// so that all runs on a graph see the same vectors.
embed::DeepWalkOptions feature_embedding();

/// Gives a graph without features DeepWalk vectors: those in the file `cache` if it is there, else
/// new ones, which are written there. A graph with features stays as it is. Throws Error (kInput)
/// when the file does not fit the graph.
void add_embedded_features(Dataset& data, const std::filesystem::path& cache,
                           const embed::EmbeddingProgress& progress = {});

/// Puts the vectors a run was trained with back in place, if it was.
void restore_embedded_features(Dataset& data, const std::filesystem::path& cache);

/// What to tell users of a graph that got such vectors.
std::string embedding_notice(const Dataset& data);

}  // namespace disgnn::run
