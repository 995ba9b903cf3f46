#pragma once

#include <string>

#include "disgnn/data/dataset.h"

namespace disgnn {

/// Checksums of edges, labels and features, as text: tells whether a graph is still the one a model
/// was trained on. Not meant to withstand forgery. O(E + N·d).
std::string dataset_fingerprint(const Dataset& data);
/// Of edges and features alone: whether nodes are still those that a model has values for.
std::string nodes_fingerprint(const Dataset& data);

}  // namespace disgnn
