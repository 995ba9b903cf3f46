#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "disgnn/data/npz.h"

namespace disgnn::testing {

inline std::string npy_int64(const std::vector<std::int64_t>& items,
                             const std::vector<std::int64_t>& shape) {
  return encode_npy(std::span(items), shape);
}

inline std::string npy_labels(const std::vector<std::int64_t>& labels) {
  return npy_int64(labels, {static_cast<std::int64_t>(labels.size())});
}

inline std::string npy_edges(const std::vector<std::int64_t>& ends) {
  return npy_int64(ends, {static_cast<std::int64_t>(ends.size() / 2), 2});
}

inline std::string npy_floats(const std::vector<float>& items,
                              const std::vector<std::int64_t>& shape) {
  return encode_npy(std::span(items), shape);
}

inline std::string npy_mask(const std::vector<std::uint8_t>& items,
                            const std::vector<std::int64_t>& shape) {
  return encode_npy_mask(items, shape);
}

/// What scipy.sparse.save_npz writes, with parts that can be broken one by one.
struct ScipyCsr {
  std::string format = "csr";
  std::vector<std::int64_t> shape{3, 2};
  std::vector<std::int64_t> offsets{0, 1, 1, 3};
  std::vector<std::int64_t> columns{1, 0, 1};
  std::vector<float> values{5, 6, 7};

  [[nodiscard]] std::string bytes() const {
    const std::vector<NpzMember> members{
        {"indices", npy_labels(columns)},
        {"indptr", npy_labels(offsets)},
        {"format", encode_npy_text(format)},
        {"shape", npy_labels(shape)},
        {"data", npy_floats(values, {static_cast<std::int64_t>(values.size())})}};
    return encode_npz(members);
  }
};

}  // namespace disgnn::testing
