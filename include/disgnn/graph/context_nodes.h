#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "disgnn/core/random.h"
#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// Some nodes and, for each, nodes 2 or 3 hops away.
struct ContextNodes {
  std::vector<NodeId> centres;              ///< [T]
  std::shared_ptr<const PairIndex> around;  ///< T rows, N columns
  std::vector<double> weights;              ///< 1 / entries of the row, one per entry
};

struct ContextSampling {
  std::int64_t centres = 512;
  std::int64_t nodes_per_context = 16;
};

/// Random walks of 2 and 3 steps from random nodes; ends that are the node itself or a neighbour of
/// it are left out, so what is left is 2 or 3 hops away (and more often the more ways lead there).
/// Nodes without such ends are no centres. Needs ascending columns. Equal streams give equal nodes.
ContextNodes sample_contexts(const PairIndex& edges, const ContextSampling& sampling,
                             const RandomStream& stream);

}  // namespace disgnn
