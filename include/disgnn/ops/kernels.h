#pragma once

#include <cstdint>

namespace disgnn::ops {

/// Which implementation of the operations a model uses.
enum class Kernels : std::uint8_t {
  kFast,       ///< fused, vectorised
  kReference,  ///< plain ATen: slow and memory-hungry, to check the others against
};

}  // namespace disgnn::ops
