#include "embed/negative_nodes.h"

#include <cmath>

namespace disgnn::embed {

NegativeNodes::NegativeNodes(const PairIndex& edges)
    : keep_(edges.nodes(), 1.0), other_(edges.nodes()) {
  constexpr double kPower = 0.75;
  const auto nodes = static_cast<double>(edges.nodes());
  std::vector<double> weight(edges.nodes());
  double total = 0;
  for (NodeId v = 0; v < edges.nodes(); ++v) {
    const auto degree = static_cast<double>(edges.offsets()[v + 1] - edges.offsets()[v]);
    weight[v] = std::pow(degree, kPower);
    total += weight[v];
  }
  std::vector<NodeId> small;
  std::vector<NodeId> large;
  for (NodeId v = 0; v < edges.nodes(); ++v) {
    other_[v] = v;
    weight[v] = total > 0 ? weight[v] * nodes / total : 1;
    (weight[v] < 1 ? small : large).push_back(v);
  }
  while (!small.empty() && !large.empty()) {
    const NodeId poor = small.back();
    const NodeId rich = large.back();
    small.pop_back();
    keep_[poor] = weight[poor];
    other_[poor] = rich;
    weight[rich] -= 1 - weight[poor];
    if (weight[rich] < 1) {
      large.pop_back();
      small.push_back(rich);
    }
  }
}

double NegativeNodes::probability(NodeId node) const {
  double share = 0;
  for (std::size_t slot = 0; slot < keep_.size(); ++slot) {
    if (static_cast<NodeId>(slot) == node) share += keep_[slot];
    if (other_[slot] == node) share += 1 - keep_[slot];
  }
  return share / static_cast<double>(keep_.size());
}

}  // namespace disgnn::embed
