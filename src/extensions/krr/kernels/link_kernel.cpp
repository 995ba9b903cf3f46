#include "extensions/krr/kernels/link_kernel.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

namespace disgnn::nn {

LinkKernel::LinkKernel(const PairIndex& edges, LinkSimilarity::Lists lists,
                       std::span<const NodeId> landmarks)
    : similarity_(edges, lists),
      landmarks_(static_cast<std::int64_t>(landmarks.size())),
      position_(edges.nodes(), -1),
      is_landmark_(edges.nodes(), 0) {
  for (std::int64_t i = 0; i < landmarks_; ++i) {
    position_[landmarks[i]] = i;
    is_landmark_[landmarks[i]] = 1;
  }
}

at::Tensor LinkKernel::cosines(std::span<const NodeId> nodes) const {
  const auto count = static_cast<std::int64_t>(nodes.size());
  at::Tensor result = at::zeros({count, landmarks_}, at::kDouble);
  auto* const values = result.data_ptr<double>();
  at::parallel_for(0, count, 256, [&](std::int64_t begin, std::int64_t end) {
    LinkSimilarity::Scratch scratch = similarity_.scratch();
    for (std::int64_t r = begin; r < end; ++r) {
      const NodeId v = nodes[r];
      for (const auto& [u, cosine] : similarity_.similar_to(v, is_landmark_, scratch)) {
        values[r * landmarks_ + position_[u]] = cosine;
      }
      if (position_[v] >= 0) values[r * landmarks_ + position_[v]] = 1;
    }
  });
  return result;
}

at::Tensor LinkKernel::favouring_twins(std::span<const NodeId> nodes) const {
  const at::Tensor c = cosines(nodes);
  return c + c.pow(4);
}

at::Tensor LinkKernel::twins_only(std::span<const NodeId> nodes) const {
  return cosines(nodes).pow(64);
}

}  // namespace disgnn::nn
