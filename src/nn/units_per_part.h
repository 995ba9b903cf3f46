#pragma once

#include "disgnn/nn/model_config.h"

namespace disgnn::nn {

/// Units of each of C heads or factors that share about H hidden units.
inline std::int64_t units_per_part(const ModelConfig& config) {
  return (config.hidden + config.channels - 1) / config.channels;
}

}  // namespace disgnn::nn
