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
  /// What is wanted of it; the rest may be left out.
  enum class Wanted : std::uint8_t {
    kAll,
    kLogits,  ///< no scores and messages of the layers
    kLayers,  ///< no logits
    kHidden,  ///< the last layer's output alone
  };
  Wanted wanted = Wanted::kAll;

  [[nodiscard]] bool wants_layers() const {
    return wanted == Wanted::kAll || wanted == Wanted::kLayers;
  }
  [[nodiscard]] bool wants_logits() const {
    return wanted == Wanted::kAll || wanted == Wanted::kLogits;
  }

  [[nodiscard]] RandomStream stream(RandomPurpose purpose, std::uint16_t part) const {
    return {seed, purpose, step, part};
  }
};

}  // namespace disgnn::nn
