#include "disgnn/nn/node_input.h"

#include <ATen/ATen.h>

#include "disgnn/core/error.h"
#include "disgnn/ops/channel_products.h"
#include "disgnn/ops/dropout.h"
#include "disgnn/ops/matmul.h"
#include "disgnn/ops/sparse_product.h"
#include "ops/pair_index_tensors.h"

namespace disgnn::nn {
namespace {

at::Tensor values_tensor(const std::vector<float>& values, at::IntArrayRef shape) {
  return at::from_blob(const_cast<float*>(values.data()), shape, at::kFloat);
}

}  // namespace

NodeInput::NodeInput(const Features& features) {
  if (const auto* dense = std::get_if<DenseFeatures>(&features)) {
    dense_ = values_tensor(dense->values, {dense->rows, dense->columns}).clone();
  } else if (const auto* sparse = std::get_if<SparseFeatures>(&features)) {
    pattern_ = PairIndex::from_rows(static_cast<NodeId>(sparse->rows),
                                    static_cast<NodeId>(sparse->columns), sparse->offsets,
                                    sparse->column_indices);
    const auto stored = static_cast<std::int64_t>(sparse->values.size());
    values_ = values_tensor(sparse->values, {stored}).clone();
  } else {
    throw input_error(
        "the graph has no node features",
        "add features.npy (for instance from 'disgnn embed') or features.npz, numeric columns to "
        "the node table, or --feature-file beside a matrix");
  }
}

NodeInput NodeInput::borrowed(const Features& features) {
  const auto* const dense = std::get_if<DenseFeatures>(&features);
  if (dense == nullptr) return NodeInput(features);
  return NodeInput(values_tensor(dense->values, {dense->rows, dense->columns}));
}

std::int64_t NodeInput::nodes() const {
  return is_sparse() ? pattern_->nodes() : dense_.size(0);
}

std::int64_t NodeInput::columns() const {
  return is_sparse() ? pattern_->column_nodes() : dense_.size(1);
}

at::Tensor NodeInput::matmul(const at::Tensor& weight) const {
  return is_sparse() ? ops::sparse_product(values_, {weight}, pattern_).flatten(1)
                     : ops::matmul(dense_, weight);
}

at::Tensor NodeInput::project(const std::vector<at::Tensor>& weights, std::int64_t channels) const {
  if (is_sparse()) return ops::sparse_product(values_, weights, pattern_, channels);
  return ops::project_channels(dense_, at::cat(weights, 1),
                               static_cast<std::int64_t>(weights.size()), channels);
}

NodeInput NodeInput::dropout(double p, const RandomStream& stream) const {
  if (!is_sparse()) return NodeInput(ops::dropout(dense_, p, stream));
  return {pattern_, ops::dropout(values_, p, stream)};
}

NodeInput NodeInput::select(std::span<const NodeId> nodes) const {
  DISGNN_ASSERT(!is_sparse());
  return NodeInput(dense_.index_select(0, ops::index_tensor(nodes)));
}

NodeInput NodeInput::without_rows(std::span<const NodeId> nodes) const {
  at::Tensor keep =
      at::ones({this->nodes(), 1}, is_sparse() ? values_.options() : dense_.options());
  keep.index_fill_(0, ops::index_tensor(nodes), 0);
  if (!is_sparse()) return NodeInput(dense_ * keep);
  return {pattern_, values_ * ops::gather_rows(keep, pattern_).squeeze(1)};
}

at::Tensor NodeInput::dense_rows(std::span<const NodeId> nodes) const {
  if (!is_sparse()) return dense_.index_select(0, ops::index_tensor(nodes));
  at::Tensor rows =
      at::zeros({static_cast<std::int64_t>(nodes.size()), columns()}, values_.options());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const EntryId first = pattern_->offsets()[nodes[i]];
    const EntryId count = pattern_->offsets()[nodes[i] + 1] - first;
    if (count == 0) continue;
    rows[static_cast<std::int64_t>(i)].index_add_(
        0, ops::index_tensor(pattern_->columns().subspan(first, count)),
        values_.narrow(0, first, count));
  }
  return rows;
}

at::Tensor NodeInput::volumes() const {
  if (!is_sparse()) return dense_.detach().norm(1, 1).to(at::kDouble);
  return ops::sum_by_row(values_.detach().abs().unsqueeze(1), pattern_).squeeze(1).to(at::kDouble);
}

NodeInput NodeInput::with_dense(const at::Tensor& values) const {
  return is_sparse() ? *this : NodeInput(values);
}

NodeInput NodeInput::to(at::ScalarType type) const {
  if (!is_sparse()) return NodeInput(dense_.to(type));
  return {pattern_, values_.to(type)};
}

Features NodeInput::to_features() const {
  const auto list_of = [](const at::Tensor& x) {
    const at::Tensor flat = x.to(at::kFloat).contiguous();
    return std::vector<float>(flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel());
  };
  if (!is_sparse()) return DenseFeatures{nodes(), columns(), list_of(dense_)};
  return SparseFeatures{nodes(),
                        columns(),
                        {pattern_->offsets().begin(), pattern_->offsets().end()},
                        {pattern_->columns().begin(), pattern_->columns().end()},
                        list_of(values_)};
}

}  // namespace disgnn::nn
