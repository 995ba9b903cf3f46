#pragma once

#include <ATen/core/Tensor.h>

#include <optional>
#include <vector>

#include "disgnn/ops/edge_reduce.h"
#include "disgnn/ops/kernels.h"

namespace disgnn::nn {

/// y[N, K] = M x[N', K] for a sparse matrix M without parameters: one weight per entry of an index.
class Propagation {
 public:
  Propagation(ops::PairIndexPtr index, at::Tensor weights);
  [[nodiscard]] at::Tensor operator()(const at::Tensor& x) const;
  /// sum over k of shares[k] M^k x, for a square M.
  [[nodiscard]] at::Tensor filtered(const at::Tensor& shares, const at::Tensor& x,
                                    ops::Kernels kernels) const;
  [[nodiscard]] const ops::PairIndexPtr& index() const { return index_; }
  [[nodiscard]] const at::Tensor& weights() const { return weights_; }  ///< [M], float

 private:
  ops::PairIndexPtr index_;
  at::Tensor weights_;
};

/// M = A: plain sums.
Propagation summing(const ops::PairIndexPtr& entries);
/// M = D^-1 A: means. A row without entries gives zeros.
Propagation averaging(const ops::PairIndexPtr& entries);
/// M = D^-1/2 A D^-1/2, with the entries of the row and of the column as degrees (the same where A
/// is symmetric).
Propagation symmetric_normalised(const ops::PairIndexPtr& entries);

/// gamma_k = alpha (1 - alpha)^k and the rest for the last: shares that add up to 1.
std::vector<float> pagerank_shares(std::int64_t steps, double alpha);

/// Something computed from a graph once and used in all forward passes over it.
template <typename Value>
class PerGraph {
 public:
  template <typename Make>
  const Value& get(const ops::PairIndexPtr& edges, const Make& make) const {
    if (edges != edges_) {
      value_.emplace(make(edges));
      edges_ = edges;
    }
    return *value_;
  }

 private:
  mutable ops::PairIndexPtr edges_;
  mutable std::optional<Value> value_;
};

}  // namespace disgnn::nn
