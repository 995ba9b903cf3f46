#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/core/random.h"

namespace disgnn::ops {

/// Zeroes each element with probability p and divides the rest by 1 - p. Whether element i (in
/// row-major order) is kept depends on the stream and i alone, at any thread count.
at::Tensor dropout(const at::Tensor& x, double p, const RandomStream& stream);

}  // namespace disgnn::ops
