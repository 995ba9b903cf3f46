#include "extensions/krr/kernels/link_kernel.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

namespace disgnn::nn {

LinkKernel::LinkKernel(const PairIndex& edges, LinkSimilarity::Lists lists,
                       std::span<const NodeId> anchors)
    : similarity_(edges, lists),
      anchors_(static_cast<std::int64_t>(anchors.size())),
      position_(edges.nodes(), -1),
      is_anchor_(edges.nodes(), 0) {
  for (std::int64_t i = 0; i < anchors_; ++i) {
    position_[anchors[i]] = i;
    is_anchor_[anchors[i]] = 1;
  }
}

at::Tensor LinkKernel::cosines(std::span<const NodeId> nodes) const {
  const auto count = static_cast<std::int64_t>(nodes.size());
  at::Tensor result = at::zeros({count, anchors_}, at::kDouble);
  auto* const values = result.data_ptr<double>();
  at::parallel_for(0, count, 256, [&](std::int64_t begin, std::int64_t end) {
    LinkSimilarity::Scratch scratch = similarity_.scratch();
    for (std::int64_t r = begin; r < end; ++r) {
      const NodeId v = nodes[r];
      for (const auto& [u, cosine] : similarity_.similar_to(v, is_anchor_, scratch)) {
        values[r * anchors_ + position_[u]] = cosine;
      }
      if (position_[v] >= 0) values[r * anchors_ + position_[v]] = 1;
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
