#pragma once

#include <ATen/core/Tensor.h>

#include <memory>

namespace disgnn::ops {

/// Where several operations add up the gradient of the same per-node terms. The first backward pass
/// to run fills the buffer and hands it to autograd, later ones add to it in place and hand over
/// nothing: one table [N, B, C, H] instead of one for each and their sum. Only for terms that no
/// other operation reads, as autograd would otherwise add up copies.
struct TermGradient {
  at::Tensor buffer;
};
using TermGradientPtr = std::shared_ptr<TermGradient>;

}  // namespace disgnn::ops
