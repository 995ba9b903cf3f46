#pragma once

#include <optional>
#include <string>

#include "disgnn/data/dataset.h"
#include "disgnn/data/feature_normalizer.h"

namespace disgnn::run {

/// Throws Error (kInput) with node and column where a model would read a number so large that its
/// sums overflow: after what `normalizer` does to it.
void require_moderate_features(const FeatureNormalizer& normalizer, const Dataset& data);

/// Names the standardised feature that lies farthest from what the model was trained on, if that is
/// more than a thousand standard deviations.
std::optional<std::string> far_feature(const FeatureNormalizer& normalizer, const Dataset& data);

/// The same on the graph the statistics are of. There an outlier hides itself: it makes the
/// deviation of its column so large that the other nodes all look alike. So it is measured by the
/// deviation of the others.
std::optional<std::string> outlying_feature(const FeatureNormalizer& normalizer,
                                            const Dataset& data);

}  // namespace disgnn::run
