#pragma once

#include <cstdint>

namespace disgnn::nn {

/// What a training step keeps for its backward pass.
enum class MemoryUse : std::uint8_t {
  kNormal,  ///< per-node terms and per-edge scores of all channels: O(N·C·H + E·C)
  kLean,    ///< one channel at a time, computed again backward: O(N·H + E)
};

}  // namespace disgnn::nn
