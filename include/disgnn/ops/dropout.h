#pragma once

#include <ATen/core/Tensor.h>

#include <span>

#include "disgnn/core/random.h"
#include "disgnn/ops/edge_dropout.h"
#include "disgnn/ops/edge_reduce.h"

namespace disgnn::ops {

/// Zeroes each element with probability p and divides the rest by 1 - p. Whether element i (in
/// row-major order) is kept depends on the stream and i alone, at any thread count.
at::Tensor dropout(const at::Tensor& x, double p, const RandomStream& stream);
/// The same for some rows x[T, K] of a table: row r draws the bits of row nodes[r] of the whole.
at::Tensor dropout(const at::Tensor& x, std::span<const NodeId> nodes, double p,
                   const RandomStream& stream);
/// Edge weights [E, C] with dropout.
at::Tensor dropout(const at::Tensor& weights, const PairIndexPtr& index,
                   const EdgeDropout& dropout);

}  // namespace disgnn::ops
