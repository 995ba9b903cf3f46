#pragma once

#include <cstdint>

#include "disgnn/core/random.h"

namespace disgnn::nn {

/// What a forward pass is for. Training draws dropout masks keyed by (seed, step); evaluation draws
/// none.
struct ForwardMode {
  bool training = false;
  std::uint64_t seed = 0;
  std::uint32_t step = 0;
  /// Nothing but the logits is wanted: a layer may leave out its scores and messages.
  bool logits_only = false;

  [[nodiscard]] RandomStream stream(RandomPurpose purpose, std::uint16_t part) const {
    return {seed, purpose, step, part};
  }
};

}  // namespace disgnn::nn
