#include "disgnn/explain/principal_components.h"

#include <ATen/ATen.h>

namespace disgnn {

PrincipalComponents principal_components(const at::Tensor& points, std::int64_t count) {
  const at::Tensor wide = points.to(at::kDouble);
  const at::Tensor centred = wide - wide.mean(0);
  const std::int64_t dimensions = centred.size(1);
  PrincipalComponents result{at::zeros({centred.size(0), count}, at::kFloat),
                             at::zeros({count}, at::kDouble)};
  const auto [variances, directions] = at::linalg_eigh(at::matmul(centred.t(), centred));
  const double total = variances.sum().item<double>();
  if (!(total > 0)) return result;
  for (std::int64_t i = 0; i < std::min(count, dimensions); ++i) {
    const std::int64_t column = dimensions - 1 - i;  // eigenvalues ascend
    at::Tensor direction = directions.select(1, column);
    const double largest = direction[direction.abs().argmax().item<std::int64_t>()].item<double>();
    if (largest < 0) direction = -direction;
    result.positions.select(1, i).copy_(at::matmul(centred, direction));
    result.explained[i] = variances[column] / total;
  }
  return result;
}

}  // namespace disgnn
