#include "disgnn/data/features.h"

#include <cmath>
#include <span>

namespace disgnn {
namespace {

void normalise(std::span<float> row) {
  double sum = 0;
  for (const float value : row) sum += std::abs(static_cast<double>(value));
  if (sum == 0) return;
  for (float& value : row) value = static_cast<float>(value / sum);
}

}  // namespace

std::int64_t feature_rows(const Features& features) {
  if (const auto* dense = std::get_if<DenseFeatures>(&features)) return dense->rows;
  if (const auto* sparse = std::get_if<SparseFeatures>(&features)) return sparse->rows;
  return 0;
}

std::int64_t feature_columns(const Features& features) {
  if (const auto* dense = std::get_if<DenseFeatures>(&features)) return dense->columns;
  if (const auto* sparse = std::get_if<SparseFeatures>(&features)) return sparse->columns;
  return 0;
}

void normalise_rows(Features& features) {
  if (auto* dense = std::get_if<DenseFeatures>(&features)) {
    for (std::int64_t r = 0; r < dense->rows; ++r) {
      normalise(std::span(dense->values).subspan(r * dense->columns, dense->columns));
    }
  } else if (auto* sparse = std::get_if<SparseFeatures>(&features)) {
    for (std::int64_t r = 0; r < sparse->rows; ++r) {
      const auto begin = sparse->offsets[r];
      normalise(std::span(sparse->values).subspan(begin, sparse->offsets[r + 1] - begin));
    }
  }
}

}  // namespace disgnn
