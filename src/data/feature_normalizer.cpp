#include "disgnn/data/feature_normalizer.h"

#include <cmath>

#include "disgnn/core/error.h"

namespace disgnn {

FeatureNormalizer fit_feature_normalizer(const std::string& kind, const Features& features) {
  FeatureNormalizer fitted{.kind = kind};
  if (kind != "standard") return fitted;
  const auto* const dense = std::get_if<DenseFeatures>(&features);
  if (dense == nullptr) {
    throw usage_error("--feature-norm standard is for dense features, and these are sparse",
                      "use --feature-norm row or none, or store the features as a dense table");
  }
  const auto columns = static_cast<std::size_t>(dense->columns);
  const auto rows = static_cast<double>(dense->rows);
  fitted.mean.assign(columns, 0);
  for (std::size_t i = 0; i < dense->values.size(); ++i) {
    fitted.mean[i % columns] += dense->values[i] / rows;
  }
  std::vector<double> variance(columns, 0);
  for (std::size_t i = 0; i < dense->values.size(); ++i) {
    const double difference = dense->values[i] - fitted.mean[i % columns];
    variance[i % columns] += difference * difference / rows;
  }
  fitted.inverse_deviation.assign(columns, 0);
  for (std::size_t j = 0; j < columns; ++j) {
    // Rounding gives a constant column a variance of about (1e-16 mean)^2.
    const double least = 1e-12 * std::abs(fitted.mean[j]);
    const double deviation = std::sqrt(variance[j]);
    if (deviation > least) fitted.inverse_deviation[j] = 1 / deviation;
  }
  return fitted;
}

void FeatureNormalizer::apply(Features& features) const {
  if (kind == "row") normalise_rows(features);
  if (kind != "standard") return;
  auto* const dense = std::get_if<DenseFeatures>(&features);
  DISGNN_ASSERT(dense != nullptr && mean.size() == static_cast<std::size_t>(dense->columns));
  for (std::size_t i = 0; i < dense->values.size(); ++i) {
    const std::size_t j = i % mean.size();
    dense->values[i] = static_cast<float>((dense->values[i] - mean[j]) * inverse_deviation[j]);
  }
}

}  // namespace disgnn
