#pragma once

#include <cstdint>

#include "disgnn/nn/model_config.h"

namespace disgnn::nn {

/// Whether a model has values for each node of its graph and says nothing about another one.
bool fits_one_graph(const ModelConfig& config);

inline constexpr const char* kTrainForAnyGraph =
    "train a model for any graph: disgnn with --input project or structure, --consult 0 and "
    "without --spread, or another baseline than linkx";

/// Throws Error (kInput) when a model with values for each node of its graph is given another one.
void require_own_graph(std::int64_t nodes_of_model, std::int64_t nodes_of_graph);

}  // namespace disgnn::nn
