#include "nn/propagation.h"

#include <ATen/ATen.h>

#include <cmath>

#include "disgnn/core/error.h"
#include "disgnn/ops/power_sum.h"
#include "disgnn/ops/reference.h"
#include "disgnn/ops/weighted_sum.h"

namespace disgnn::nn {
namespace {

/// Weights from the numbers of entries of an entry's row and column.
template <typename Weight>
Propagation from_degrees(const ops::PairIndexPtr& entries, const Weight& weight) {
  at::Tensor weights = at::empty({entries->entries()}, at::kFloat);
  auto* const out = weights.data_ptr<float>();
  const auto offsets = entries->offsets();
  const auto column_offsets = entries->column_offsets();
  for (NodeId v = 0; v < entries->nodes(); ++v) {
    const auto row_degree = static_cast<double>(offsets[v + 1] - offsets[v]);
    for (EntryId e = offsets[v]; e < offsets[v + 1]; ++e) {
      const NodeId u = entries->columns()[e];
      const auto column_degree = static_cast<double>(column_offsets[u + 1] - column_offsets[u]);
      out[e] = static_cast<float>(weight(row_degree, column_degree));
    }
  }
  return {entries, weights};
}

}  // namespace

Propagation::Propagation(ops::PairIndexPtr index, at::Tensor weights)
    : index_(std::move(index)), weights_(std::move(weights)) {
  DISGNN_ASSERT(weights_.dim() == 1 && weights_.size(0) == index_->entries());
}

at::Tensor Propagation::operator()(const at::Tensor& x) const {
  const at::Tensor weights = weights_.to(x.scalar_type()).unsqueeze(1);
  return ops::weighted_sum(weights, x.unsqueeze(1), index_).squeeze(1);
}

at::Tensor Propagation::filtered(const at::Tensor& shares, const at::Tensor& x,
                                 ops::Kernels kernels) const {
  const at::Tensor weights = weights_.to(x.scalar_type());
  return kernels == ops::Kernels::kFast ? ops::power_sum(shares, weights, x, index_)
                                        : ops::reference::power_sum(shares, weights, x, index_);
}

Propagation summing(const ops::PairIndexPtr& entries) {
  return {entries, at::ones({entries->entries()}, at::kFloat)};
}

Propagation averaging(const ops::PairIndexPtr& entries) {
  return from_degrees(entries, [](double row, double /*column*/) { return 1 / row; });
}

Propagation symmetric_normalised(const ops::PairIndexPtr& entries) {
  return from_degrees(entries,
                      [](double row, double column) { return 1 / std::sqrt(row * column); });
}

std::vector<float> pagerank_shares(std::int64_t steps, double alpha) {
  std::vector<float> shares;
  for (std::int64_t k = 0; k <= steps; ++k) {
    const double kept = std::pow(1 - alpha, static_cast<double>(k));
    shares.push_back(static_cast<float>(k == steps ? kept : alpha * kept));
  }
  return shares;
}

}  // namespace disgnn::nn
