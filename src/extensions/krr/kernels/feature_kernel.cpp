#include "extensions/krr/kernels/feature_kernel.h"

#include <ATen/ATen.h>

#include <cmath>
#include <numeric>

#include "extensions/structure/normalize.h"
#include "nn/propagation.h"
#include "ops/pair_index_tensors.h"

namespace disgnn::nn {
namespace {

/// Rarer words say more.
at::Tensor by_rarity(const at::Tensor& x) {
  const at::Tensor nodes_with = x.ne(0).sum(0).clamp_min(1).to(at::kFloat);
  return x * (static_cast<double>(x.size(0)) / nodes_with).log();
}

at::Tensor all_rows(const NodeInput& features) {
  if (!features.is_sparse()) return features.dense().detach().to(at::kFloat);
  std::vector<NodeId> nodes(features.nodes());
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  return features.dense_rows(nodes).detach().to(at::kFloat);
}

}  // namespace

bool FeatureKernel::fits(const NodeInput& features) {
  constexpr std::int64_t kMostValues = 32'000'000;
  return features.columns() > 0 && features.nodes() <= kMostValues / features.columns();
}

FeatureKernel::FeatureKernel(const NodeInput& features, const ops::PairIndexPtr& edges,
                             const std::vector<NodeId>& landmarks)
    : sparse_(features.is_sparse()) {
  const auto normalize = sparse_ ? normalize_rows : standardize_columns;
  const at::Tensor rows = all_rows(features);
  own_.of_nodes = normalize(sparse_ ? by_rarity(rows) : rows);
  const Propagation smooth = symmetric_normalised(edges);
  around_.of_nodes = normalize(smooth(smooth(own_.of_nodes)));
  const at::Tensor chosen = ops::index_tensor(landmarks);
  for (Table* const table : {&own_, &around_}) {
    table->of_landmarks = table->of_nodes.index_select(0, chosen);
  }
}

at::Tensor FeatureKernel::likeness(const Table& table, std::span<const NodeId> nodes) const {
  const at::Tensor a = table.of_nodes.index_select(0, ops::index_tensor(nodes));
  const at::Tensor& b = table.of_landmarks;
  at::Tensor products = at::mm(a, b.t()).to(at::kDouble);
  if (sparse_) return products;
  const auto squares = [](const at::Tensor& x) { return x.square().sum(1).to(at::kDouble); };
  const at::Tensor distances = (squares(a).unsqueeze(1) + squares(b) - 2 * products).clamp_min(0);
  return (distances / (-2.0 * static_cast<double>(a.size(1)))).exp();
}

at::Tensor FeatureKernel::own(std::span<const NodeId> nodes) const {
  return likeness(own_, nodes);
}

at::Tensor FeatureKernel::around(std::span<const NodeId> nodes) const {
  return likeness(around_, nodes);
}

}  // namespace disgnn::nn
