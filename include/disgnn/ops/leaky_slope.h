#pragma once

namespace disgnn::ops {

/// Slope of every LeakyReLU of the model (the paper does not give one; this is the usual default).
inline constexpr double kLeakySlope = 0.01;

}  // namespace disgnn::ops
