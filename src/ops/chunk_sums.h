#pragma once

#include <ATen/ATen.h>

#include <vector>

namespace disgnn::ops {

/// One sum [C, H] per chunk of rows, added up in chunk order: the same bits at any thread count.
class ChunkSums {
 public:
  /// For chunks cut at `bounds`; all zero.
  ChunkSums(const std::vector<std::int64_t>& bounds, at::IntArrayRef shape,
            const at::TensorOptions& options) {
    std::vector<std::int64_t> sizes{static_cast<std::int64_t>(bounds.size()) - 1};
    sizes.insert(sizes.end(), shape.begin(), shape.end());
    parts_ = at::zeros(sizes, options);
  }

  template <typename T>
  [[nodiscard]] T* of_chunk(std::int64_t chunk) const {
    return parts_.data_ptr<T>() + chunk * parts_.stride(0);
  }
  [[nodiscard]] at::Tensor total() const { return parts_.sum(0); }

 private:
  at::Tensor parts_;  // [chunks, C, H]
};

}  // namespace disgnn::ops
