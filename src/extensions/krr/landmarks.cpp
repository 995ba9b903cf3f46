#include "extensions/krr/landmarks.h"

#include <algorithm>

#include "disgnn/core/random.h"

namespace disgnn::nn {

std::vector<NodeId> choose_landmarks(std::span<const std::int32_t> known_labels, std::size_t most) {
  std::vector<NodeId> landmarks;
  for (std::size_t v = 0; v < known_labels.size(); ++v) {
    if (known_labels[v] >= 0) landmarks.push_back(static_cast<NodeId>(v));
  }
  if (landmarks.size() <= most) return landmarks;
  RandomStream(0, RandomPurpose::kLandmarks).shuffle(std::span(landmarks));
  landmarks.resize(most);
  std::ranges::sort(landmarks);
  return landmarks;
}

}  // namespace disgnn::nn
