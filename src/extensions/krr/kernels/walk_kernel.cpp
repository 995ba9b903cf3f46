#include "extensions/krr/kernels/walk_kernel.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "extensions/structure/normalize.h"
#include "nn/propagation.h"
#include "ops/pair_index_tensors.h"

namespace disgnn::nn {
namespace {

constexpr std::int64_t kSteps = 10;

std::int64_t column_degree(const PairIndex& edges, NodeId j) {
  return edges.column_offsets()[j + 1] - edges.column_offsets()[j];
}

/// As many as a table of 128 MB holds and a minute's work allows, but no more than needed.
std::int64_t affordable_contexts(const PairIndex& edges) {
  constexpr std::int64_t kEnough = 4096;
  constexpr std::int64_t kMostValues = 32'000'000;
  constexpr std::int64_t kMostProducts = 4'000'000'000;  // of each step
  const auto nodes = static_cast<std::int64_t>(edges.nodes());
  const auto entries = static_cast<std::int64_t>(edges.entries());
  return std::min({nodes, kEnough, kMostValues / std::max<std::int64_t>(nodes, 1),
                   kMostProducts / std::max<std::int64_t>(entries, 1)});
}

/// The nodes in the most entries, equals in order.
std::vector<NodeId> contexts_of(const PairIndex& edges, std::int64_t count) {
  std::vector<NodeId> nodes(edges.nodes());
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  std::ranges::stable_sort(nodes, std::ranges::greater{},
                           [&](NodeId j) { return column_degree(edges, j); });
  nodes.resize(static_cast<std::size_t>(count));
  return nodes;
}

/// log max(1, l) of all nodes for some contexts, [N, contexts].
at::Tensor log_likelier(const Propagation& step, std::span<const NodeId> contexts) {
  const PairIndex& edges = *step.index();
  const auto count = static_cast<std::int64_t>(contexts.size());
  at::Tensor share = at::zeros({edges.nodes(), count}, at::kFloat);
  at::Tensor by_chance = at::empty({count}, at::kFloat);
  for (std::int64_t i = 0; i < count; ++i) {
    const NodeId j = contexts[i];
    share.data_ptr<float>()[j * count + i] = 1;
    by_chance.data_ptr<float>()[i] = static_cast<float>(
        static_cast<double>(column_degree(edges, j)) / static_cast<double>(edges.entries()));
  }
  at::Tensor sum = at::zeros_like(share);
  for (std::int64_t r = 0; r < kSteps; ++r) {
    share = step(share);
    sum.add_(share);
  }
  // No walk ever is at a context without entries.
  return sum.div_(kSteps * by_chance.clamp_min(1e-12)).clamp_min_(1).log_();
}

}  // namespace

bool WalkKernel::fits(const PairIndex& edges) {
  constexpr std::int64_t kFewest = 256;
  return edges.entries() > 0 &&
         affordable_contexts(edges) >= std::min<std::int64_t>(kFewest, edges.nodes());
}

WalkKernel::WalkKernel(const ops::PairIndexPtr& edges, std::span<const NodeId> landmarks,
                       std::int64_t most_contexts) {
  constexpr std::int64_t kValuesAtOnce = 4'000'000;
  const Propagation step = averaging(edges);
  const std::int64_t width = std::min(affordable_contexts(*edges), most_contexts);
  const std::vector<NodeId> contexts = contexts_of(*edges, width);
  of_nodes_ = at::empty({edges->nodes(), width}, at::kFloat);
  const std::int64_t at_once = std::clamp<std::int64_t>(kValuesAtOnce / edges->nodes(), 16, 256);
  for (std::int64_t first = 0; first < width; first += at_once) {
    const std::int64_t count = std::min(at_once, width - first);
    of_nodes_.narrow(1, first, count)
        .copy_(log_likelier(step, std::span(contexts).subspan(first, count)));
  }
  of_nodes_ = normalize_rows(of_nodes_);
  of_landmarks_ = of_nodes_.index_select(0, ops::index_tensor(landmarks));
}

at::Tensor WalkKernel::cosines(std::span<const NodeId> nodes) const {
  const at::Tensor rows = of_nodes_.index_select(0, ops::index_tensor(nodes));
  return at::mm(rows, of_landmarks_.t()).to(at::kDouble);
}

}  // namespace disgnn::nn
