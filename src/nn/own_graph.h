#pragma once

#include <cstdint>

namespace disgnn::nn {

/// Throws Error (kInput) when something with values for each node of its graph is given another
/// one.
void require_own_graph(std::int64_t nodes_of_model, std::int64_t nodes_of_graph);

}  // namespace disgnn::nn
