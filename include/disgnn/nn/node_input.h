#pragma once

#include <ATen/core/Tensor.h>

#include <span>

#include "disgnn/core/random.h"
#include "disgnn/data/features.h"
#include "disgnn/ops/edge_reduce.h"

namespace disgnn::nn {

/// What a layer takes in: h[N, d], dense or sparse. Bag-of-words features stay sparse.
class NodeInput {
 public:
  explicit NodeInput(at::Tensor dense) : dense_(std::move(dense)) {}
  /// Copies the values of `features`; throws Error when there are none.
  explicit NodeInput(const Features& features);
  /// Reads dense values where they are: `features` must outlive all that is computed from them.
  static NodeInput borrowed(const Features& features);

  [[nodiscard]] std::int64_t nodes() const;
  [[nodiscard]] std::int64_t columns() const;
  [[nodiscard]] bool is_sparse() const { return pattern_ != nullptr; }

  /// h[N, d] * weight[d, K] -> [N, K]
  [[nodiscard]] at::Tensor matmul(const at::Tensor& weight) const;
  /// h[N, d] times each of B weights [d, C*H] -> [N, B, C, H].
  [[nodiscard]] at::Tensor project(const std::vector<at::Tensor>& weights,
                                   std::int64_t channels) const;
  /// Drops stored values (zeros of a sparse matrix stay zero anyway).
  [[nodiscard]] NodeInput dropout(double p, const RandomStream& stream) const;
  /// Some rows of a dense input.
  [[nodiscard]] NodeInput select(std::span<const NodeId> nodes) const;
  /// The same input with zeros in some rows, for dense and sparse inputs.
  [[nodiscard]] NodeInput without_rows(std::span<const NodeId> nodes) const;
  /// Some rows as a dense table [T, d], for dense and sparse inputs.
  [[nodiscard]] at::Tensor dense_rows(std::span<const NodeId> nodes) const;
  /// Whether both are one and the same table, not only equal ones.
  [[nodiscard]] bool shares_values_with(const NodeInput& other) const {
    return pattern_ == other.pattern_ && dense_.is_same(other.dense_) &&
           values_.is_same(other.values_);
  }
  /// Sum of |h_vj| over the columns of each row, [N], double.
  [[nodiscard]] at::Tensor volumes() const;
  /// The values as a tensor, undefined when sparse; and the same input with others in their place.
  [[nodiscard]] const at::Tensor& dense() const { return dense_; }
  [[nodiscard]] NodeInput with_dense(const at::Tensor& values) const;
  [[nodiscard]] NodeInput to(at::ScalarType type) const;
  /// A copy without tensors.
  [[nodiscard]] Features to_features() const;

 private:
  NodeInput(ops::PairIndexPtr pattern, at::Tensor values)
      : pattern_(std::move(pattern)), values_(std::move(values)) {}

  at::Tensor dense_;           // [N, d], undefined when sparse
  ops::PairIndexPtr pattern_;  // rows = nodes, columns = features; null when dense
  at::Tensor values_;          // [stored values]
};

}  // namespace disgnn::nn
