#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/ops/shared_gradient.h"

namespace disgnn::ops {

/// Weights of the 2-layer network that tells from a message which channel it came from.
struct ChannelClassifier {
  at::Tensor w1;  ///< [H, H]: the half of the first matrix that meets the message
  at::Tensor b1;  ///< [H]
  at::Tensor w2;  ///< [H, C]
  at::Tensor b2;  ///< [C]
};

/// Mean cross-entropy over nodes and channels (Eq. 18): for messages z[N, c, H] of the
/// channels first_channel .. first_channel+c-1,
///   logits = LeakyReLU(node_v + z_v^i w1 + b1) w2 + b2, target i.
/// node[N, H] is what the other half of the first matrix makes of h_v: [h_v ; z_v^i] is never
/// built. Differentiable in all but the channel; float or double. The loss is a scalar, so its
/// gradients are computed along with it, a few nodes at a time while they are in the cache, kept
/// (one table the size of z) and scaled backward. No hidden layer is ever stored.
at::Tensor channel_loss(const at::Tensor& z, const at::Tensor& node, const ChannelClassifier& net,
                        std::int64_t first_channel, const SharedGradientPtr& gradient = nullptr);

}  // namespace disgnn::ops
