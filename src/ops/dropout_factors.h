#pragma once

#include <cstdint>

#include "disgnn/core/random.h"

namespace disgnn::ops {

/// Factors 0 (with probability p) or 1 / (1 - p) of elements first .. first+count-1 of the stream.
/// An element is dropped when its random word lies below p * 2^32; four elements share one draw.
template <typename T>
void dropout_factors(double p, const RandomStream& stream, std::int64_t first, std::int64_t count,
                     T* factors) {
  const auto threshold = static_cast<std::uint64_t>(p * 0x1.0p32);
  const auto kept = static_cast<T>(1.0 / (1.0 - p));
  for (std::int64_t i = 0; i < count;) {
    const auto words = stream.words((first + i) / 4);
    for (std::int64_t lane = (first + i) % 4; lane < 4 && i < count; ++lane, ++i) {
      factors[i] = words[lane] < threshold ? T(0) : kept;
    }
  }
}

}  // namespace disgnn::ops
