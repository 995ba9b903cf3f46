#pragma once

#include <ATen/core/Tensor.h>

#include <memory>

namespace disgnn::ops {

/// Where several operations add up the gradient of the same table, such as the per-node terms. The
/// first backward pass to run fills the buffer and hands it to autograd, later ones add to it in
/// place and hand over nothing: one table instead of one for each and their sum. Only for tables
/// that no other operation reads, as autograd would otherwise add up copies.
struct SharedGradient {
  at::Tensor buffer;
};
using SharedGradientPtr = std::shared_ptr<SharedGradient>;

}  // namespace disgnn::ops
