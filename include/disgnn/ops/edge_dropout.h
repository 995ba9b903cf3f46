#pragma once

#include "disgnn/core/random.h"

namespace disgnn::ops {

/// Dropout on edge weights: whether (entry, channel) is kept is drawn anew wherever it is needed,
/// from element entry * C + channel of the stream, so forward and backward see the same bits
/// without a mask in memory.
struct EdgeDropout {
  double p = 0;
  RandomStream stream{0, RandomPurpose::kEdgeDropout};
};

}  // namespace disgnn::ops
