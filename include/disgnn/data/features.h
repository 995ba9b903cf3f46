#pragma once

#include <cstdint>
#include <variant>
#include <vector>

namespace disgnn {

/// Row-major values[rows * columns].
struct DenseFeatures {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<float> values;
};

/// Compressed sparse rows: row r owns positions offsets[r] .. offsets[r+1]-1.
struct SparseFeatures {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int64_t> offsets;         ///< rows + 1
  std::vector<std::int32_t> column_indices;  ///< one per stored value
  std::vector<float> values;
};

/// Node features, dense or sparse; std::monostate when the data has none.
using Features = std::variant<std::monostate, DenseFeatures, SparseFeatures>;

[[nodiscard]] std::int64_t feature_rows(const Features& features);
[[nodiscard]] std::int64_t feature_columns(const Features& features);
[[nodiscard]] inline bool has_features(const Features& features) {
  return !std::holds_alternative<std::monostate>(features);
}

/// Divides every row by the sum of its absolute values; rows of zeros stay zero. Bag-of-words
/// rows then sum to one, and rows of mixed sign are never divided by a negative or tiny sum.
void normalise_rows(Features& features);

}  // namespace disgnn
