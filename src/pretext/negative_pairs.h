#pragma once

#include "disgnn/graph/negative_sampling.h"
#include "disgnn/ops/edge_reduce.h"

namespace disgnn::pretext {

/// `count` distinct non-edges, every set equally likely, drawn by all threads. The same stream
/// gives the same pairs in the same order at any number of threads.
ops::PairIndexPtr sample_negatives(const NonEdges& non_edges, std::int64_t count,
                                   const RandomStream& stream, PairIndex::Sides sides);

}  // namespace disgnn::pretext
