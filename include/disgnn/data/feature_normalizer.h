#pragma once

#include <string>
#include <vector>

#include "disgnn/data/features.h"

namespace disgnn {

/// What is done to features before a model reads them. It is fitted on the graph a model is trained
/// on and travels with the model: another graph is treated by the statistics of the first.
struct FeatureNormalizer {
  std::string kind =
      "none";  ///< none; row: normalise_rows; standard: (x - mean) * inverse_deviation
  std::vector<double> mean = {};               ///< [d], of kind standard alone
  std::vector<double> inverse_deviation = {};  ///< [d]; 0 of a constant column, which says nothing

  /// Features of d columns, in place.
  void apply(Features& features) const;
};

/// Statistics of the columns over all rows where `kind` is standard. Dense features alone can be
/// standardised: zeros of a sparse matrix would not stay zero. Throws Error (kUsage) otherwise.
FeatureNormalizer fit_feature_normalizer(const std::string& kind, const Features& features);

}  // namespace disgnn
