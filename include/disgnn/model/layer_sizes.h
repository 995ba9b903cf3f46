#pragma once

#include <cstdint>

#include "disgnn/nn/memory_use.h"
#include "disgnn/ops/kernels.h"

namespace disgnn::nn {

/// Sizes shared by the parts of one layer, and how they compute.
struct LayerSizes {
  std::int64_t input = 0;     ///< d
  std::int64_t channels = 4;  ///< C
  std::int64_t hidden = 64;   ///< H
  ops::Kernels kernels = ops::Kernels::kFast;
  MemoryUse memory = MemoryUse::kNormal;
};

}  // namespace disgnn::nn
