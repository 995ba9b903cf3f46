#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <vector>

namespace disgnn::ops {

/// work(x) without keeping what it computes on the way: the backward pass runs `work` once more and
/// differentiates that. Trades time for memory. `work` may use parameters; their gradients are
/// added to them directly, so call backward(), not grad(). It must give the same values again.
/// x may be undefined, when `work` depends on parameters alone.
std::vector<at::Tensor> recomputed(const at::Tensor& x,
                                   std::function<std::vector<at::Tensor>(const at::Tensor&)> work);

}  // namespace disgnn::ops
