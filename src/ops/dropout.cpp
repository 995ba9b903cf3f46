#include "disgnn/ops/dropout.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>

#include "disgnn/core/error.h"
#include "ops/dropout_factors.h"

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

}  // namespace disgnn::ops
