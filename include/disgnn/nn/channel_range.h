#pragma once

#include <ATen/core/Tensor.h>

namespace disgnn::nn {

/// Channels first .. first+count-1 of a layer.
struct ChannelRange {
  std::int64_t first = 0;
  std::int64_t count = 0;

  /// Their part of a weight [d, C*H] -> [d, count*H]
  [[nodiscard]] at::Tensor columns_of(const at::Tensor& weight, std::int64_t hidden) const {
    return weight.narrow(1, first * hidden, count * hidden);
  }
  /// Their part of a weight [C, H] -> [count, H]
  [[nodiscard]] at::Tensor rows_of(const at::Tensor& weight) const {
    return weight.narrow(0, first, count);
  }
};

}  // namespace disgnn::nn
