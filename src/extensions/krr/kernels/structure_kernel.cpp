#include "extensions/krr/kernels/structure_kernel.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <cmath>
#include <utility>

#include "extensions/structure/structure_columns.h"

namespace disgnn::nn {

StructureKernel::StructureKernel(const NodeInput& features, const ops::PairIndexPtr& edges,
                                 std::vector<NodeId> landmarks)
    : structure_(StructureColumns().of(features, edges).contiguous()),
      landmarks_(std::move(landmarks)) {}

StructureKernel StructureKernel::weighed(const at::Tensor& weights) const {
  StructureKernel result = *this;
  result.structure_ = (structure_ * weights.sqrt()).contiguous();
  return result;
}

at::Tensor StructureKernel::of(std::span<const NodeId> nodes) const {
  const auto count = static_cast<std::int64_t>(nodes.size());
  const auto width = static_cast<std::int64_t>(landmarks_.size());
  at::Tensor result = at::empty({count, width}, at::kDouble);
  auto* const values = result.data_ptr<double>();
  at::parallel_for(0, count, 256, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      for (std::int64_t i = 0; i < width; ++i) {
        values[r * width + i] = of_pair(nodes[r], landmarks_[i]);
      }
    }
  });
  return result;
}

double StructureKernel::of_pair(NodeId v, NodeId u) const {
  const double* const a = structure_.data_ptr<double>() + v * kStructureColumns;
  const double* const b = structure_.data_ptr<double>() + u * kStructureColumns;
  double squares = 0;
  for (std::int64_t k = 0; k < kStructureColumns; ++k) squares += (a[k] - b[k]) * (a[k] - b[k]);
  return std::exp(-squares / kStructureWidth);
}

}  // namespace disgnn::nn
