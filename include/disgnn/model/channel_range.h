#pragma once

#include <ATen/core/Tensor.h>

namespace disgnn::nn {

/// Channels first .. first+count-1 of a layer.
struct ChannelRange {
  std::int64_t first = 0;
  std::int64_t count = 0;

  /// Their part of a weight [d, C*H] -> [d, count*H]
  [[nodiscard]] at::Tensor columns_of(const at::Tensor& weight, std::int64_t hidden) const {
    return part(weight, 1, first * hidden, count * hidden);
  }
  /// Their part of a weight whose given dimension counts the channels.
  [[nodiscard]] at::Tensor of(const at::Tensor& weight, std::int64_t dimension) const {
    return part(weight, dimension, first, count);
  }

 private:
  /// The whole is no slice: the gradient of a slice is a copy in a table of zeros.
  static at::Tensor part(const at::Tensor& weight, std::int64_t dimension, std::int64_t start,
                         std::int64_t length) {
    return length == weight.size(dimension) ? weight : weight.narrow(dimension, start, length);
  }
};

}  // namespace disgnn::nn
