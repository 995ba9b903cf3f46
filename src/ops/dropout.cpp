#include "disgnn/ops/dropout.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>

#include "disgnn/core/error.h"

namespace disgnn::ops {

at::Tensor dropout(const at::Tensor& x, double p, const RandomStream& stream) {
  DISGNN_ASSERT(p >= 0 && p < 1);
  if (p == 0) return x;
  // An element is dropped when its random word lies below p * 2^32; four elements share one draw.
  const auto threshold = static_cast<std::uint64_t>(p * 0x1.0p32);
  at::Tensor mask = at::empty(x.sizes(), x.options().requires_grad(false));
  const std::int64_t count = mask.numel();
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "dropout", [&] {
    const auto kept = static_cast<scalar_t>(1.0 / (1.0 - p));
    auto* const values = mask.data_ptr<scalar_t>();
    at::parallel_for(0, (count + 3) / 4, 4096, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t block = begin; block < end; ++block) {
        const auto words = stream.words(block);
        const std::int64_t last = std::min<std::int64_t>(4, count - block * 4);
        for (std::int64_t i = 0; i < last; ++i) {
          values[block * 4 + i] = words[i] < threshold ? scalar_t(0) : kept;
        }
      }
    });
  });
  return x * mask;
}

}  // namespace disgnn::ops
