#include "disgnn/ops/dropout.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>

#include "disgnn/core/error.h"
#include "ops/edge_dropout_factors.h"
#include "ops/row_chunks.h"

namespace disgnn::ops {

at::Tensor dropout(const at::Tensor& x, double p, const RandomStream& stream) {
  DISGNN_ASSERT(p >= 0 && p < 1);
  if (p == 0) return x;
  at::Tensor mask = at::empty(x.sizes(), x.options().requires_grad(false));
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "dropout", [&] {
    auto* const values = mask.data_ptr<scalar_t>();
    at::parallel_for(0, mask.numel(), 4 * 4096, [&](std::int64_t begin, std::int64_t end) {
      dropout_factors(p, stream, begin, end - begin, values + begin);
    });
  });
  return x * mask;
}

at::Tensor dropout(const at::Tensor& x, std::span<const NodeId> nodes, double p,
                   const RandomStream& stream) {
  DISGNN_ASSERT(p >= 0 && p < 1 && x.size(0) == static_cast<std::int64_t>(nodes.size()));
  if (p == 0) return x;
  const std::int64_t width = x.size(1);
  at::Tensor mask = at::empty(x.sizes(), x.options().requires_grad(false));
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "dropout", [&] {
    at::parallel_for(0, x.size(0), 256, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) {
        dropout_factors(p, stream, nodes[row] * width, width,
                        mask.data_ptr<scalar_t>() + row * width);
      }
    });
  });
  return x * mask;
}

at::Tensor dropout(const at::Tensor& weights, const PairIndexPtr& index,
                   const EdgeDropout& dropout) {
  DISGNN_ASSERT(dropout.p >= 0 && dropout.p < 1);
  if (dropout.p == 0) return weights;
  const std::int64_t channels = weights.size(1);
  at::Tensor mask = at::empty(weights.sizes(), weights.options().requires_grad(false));
  AT_DISPATCH_FLOATING_TYPES(weights.scalar_type(), "edge_dropout", [&] {
    for_each_chunk(row_chunks(index->offsets()), [&](auto, auto begin, auto end) {
      for (std::int64_t row = begin; row < end; ++row) {
        const EntryId first = index->offsets()[row];
        edge_dropout_factors(dropout, row, first, index->offsets()[row + 1] - first, channels,
                             mask.data_ptr<scalar_t>() + first * channels);
      }
    });
  });
  return weights * mask;
}

}  // namespace disgnn::ops
