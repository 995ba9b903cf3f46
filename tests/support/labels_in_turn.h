#pragma once

#include <cstdint>
#include <vector>

namespace disgnn::testing {

/// 0, 1, .. classes - 1, 0, 1, .. for so many nodes.
inline std::vector<std::int32_t> labels_in_turn(std::int64_t count, std::int32_t classes) {
  std::vector<std::int32_t> labels;
  for (std::int64_t v = 0; v < count; ++v) {
    labels.push_back(static_cast<std::int32_t>(v % classes));
  }
  return labels;
}

}  // namespace disgnn::testing
