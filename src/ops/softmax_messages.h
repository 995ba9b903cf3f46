#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/graph/pair_index.h"
#include "disgnn/ops/edge_weighting.h"

namespace disgnn::ops {

/// From scores to messages (Eq. 6 and 7): A = sigmoid(s) normalised over v's
/// entries (by softmax or by their sum), z_v = sum of A q̃ V_u with q̃ the dropout factor.
struct SoftmaxMessages {
  at::Tensor scores;   ///< s[E, C]
  at::Tensor inverse;  ///< [N, C]: 1 / sum over v's entries of x, see softmax_kernels.h
  at::Tensor z;        ///< [N, C, H]
};
/// From s[C, E], one channel after the other, which it may overwrite, and V[*, C, H], whose rows
/// may lie apart.
SoftmaxMessages softmax_messages(const PairIndex& index, const at::Tensor& s,
                                 const at::Tensor& values, const EdgeWeighting& weighting);

/// What the gradient is taken of; undefined: of nothing.
struct SoftmaxMessagesGradient {
  at::Tensor scores;  ///< [E, C]
  at::Tensor z;       ///< [N, C, H]
};
/// The gradient of s, [C, E]; that of V goes to `d_values`, which it replaces.
at::Tensor softmax_messages_backward(const PairIndex& index, const SoftmaxMessages& forward,
                                     const at::Tensor& values, const EdgeWeighting& weighting,
                                     const SoftmaxMessagesGradient& gradient,
                                     const at::Tensor& d_values);

}  // namespace disgnn::ops
