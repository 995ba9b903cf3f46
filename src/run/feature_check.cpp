#include "run/feature_check.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "disgnn/core/error.h"

namespace disgnn::run {
namespace {

constexpr double kMost = 1e9;
constexpr double kFar = 1e3;  // standard deviations

/// "feature 'height' of node ann in 'people' is 1e+38".
std::string description(const Dataset& data, NodeId v, std::int64_t column, double value) {
  const std::string name = data.feature_names.empty() ? fmt::format("{}", column)
                                                      : "'" + data.feature_names[column] + "'";
  return fmt::format("feature {} of node {} in '{}' is {:g}", name, data.id_of(v), data.name,
                     value);
}

/// Calls visit(node, column, value) for every stored feature.
template <typename Visit>
void for_each_feature(const Dataset& data, const Visit& visit) {
  if (const auto* const dense = std::get_if<DenseFeatures>(&data.features)) {
    const float* value = dense->values.data();
    for (NodeId v = 0; v < dense->rows; ++v) {
      for (std::int64_t j = 0; j < dense->columns; ++j) visit(v, j, *value++);
    }
  } else if (const auto* const sparse = std::get_if<SparseFeatures>(&data.features)) {
    for (NodeId v = 0; v < sparse->rows; ++v) {
      for (std::int64_t i = sparse->offsets[v]; i < sparse->offsets[v + 1]; ++i) {
        visit(v, sparse->column_indices[i], sparse->values[i]);
      }
    }
  }
}

bool is_standard(const FeatureNormalizer& normalizer) {
  return normalizer.kind == "standard";
}

/// In standard deviations of its column.
double standardised(const FeatureNormalizer& normalizer, std::int64_t column, double value) {
  return (value - normalizer.mean[column]) * normalizer.inverse_deviation[column];
}

struct Place {
  NodeId node = 0;
  double value = 0;
};

/// Of every column the value that is farthest from the mean.
std::vector<Place> farthest_of_columns(const FeatureNormalizer& normalizer, const Dataset& data) {
  std::vector<Place> farthest(normalizer.mean.size());
  std::vector<double> distance(normalizer.mean.size(), -1);
  for_each_feature(data, [&](NodeId v, std::int64_t column, double value) {
    const double found = std::abs(value - normalizer.mean[column]);
    if (found <= distance[column]) return;
    distance[column] = found;
    farthest[column] = {v, value};
  });
  return farthest;
}

}  // namespace

void require_moderate_features(const FeatureNormalizer& normalizer, const Dataset& data) {
  if (normalizer.kind == "row" || data.embedded_features) return;  // scaled anyway
  const bool standard = is_standard(normalizer);
  for_each_feature(data, [&](NodeId v, std::int64_t column, double value) {
    const double read = standard ? standardised(normalizer, column, value) : value;
    if (std::abs(read) <= kMost) return;
    if (standard) {
      throw input_error(fmt::format("{}, {:g} standard deviations from the training data, too far "
                                    "for a model",
                                    description(data, v, column, value), std::abs(read)),
                        "correct it, or train on data that hold such values");
    }
    throw input_error(description(data, v, column, value) + ", too large for a model",
                      "correct it, or scale the features before training (--feature-norm standard "
                      "or row)");
  });
}

std::optional<std::string> far_feature(const FeatureNormalizer& normalizer, const Dataset& data) {
  if (!is_standard(normalizer)) return std::nullopt;
  std::optional<std::string> text;
  double most = kFar;
  for_each_feature(data, [&](NodeId v, std::int64_t column, double value) {
    const double distance = std::abs(standardised(normalizer, column, value));
    if (distance <= most) return;
    most = distance;
    text = fmt::format(
        "{}, {:.3g} standard deviations from the training data: the model has seen nothing like it",
        description(data, v, column, value), distance);
  });
  return text;
}

std::optional<std::string> outlying_feature(const FeatureNormalizer& normalizer,
                                            const Dataset& data) {
  if (!is_standard(normalizer) || data.nodes() < 3) return std::nullopt;
  const std::vector<Place> farthest = farthest_of_columns(normalizer, data);
  const auto others = static_cast<double>(data.nodes() - 1);
  std::vector<double> mean(farthest.size(), 0);
  std::vector<double> variance(farthest.size(), 0);
  for_each_feature(data, [&](NodeId v, std::int64_t column, double value) {
    if (v != farthest[column].node) mean[column] += value / others;
  });
  for_each_feature(data, [&](NodeId v, std::int64_t column, double value) {
    const double difference = value - mean[column];
    if (v != farthest[column].node) variance[column] += difference * difference / others;
  });
  std::optional<std::string> text;
  double most = kFar;
  for (std::size_t column = 0; column < farthest.size(); ++column) {
    const double deviation = std::sqrt(variance[column]);
    // Of a flag that one node alone has there is nothing to say. Rounding gives a constant column a
    // deviation of about 1e-16 of its mean.
    if (deviation <= 1e-12 * std::abs(mean[column])) continue;
    const auto& [node, value] = farthest[column];
    const double distance = std::abs(value - mean[column]) / deviation;
    if (distance <= most) continue;
    most = distance;
    text = fmt::format(
        "{}, {:.3g} standard deviations from the other nodes, which look all alike beside it: "
        "correct it, or leave the column out",
        description(data, node, static_cast<std::int64_t>(column), value), distance);
  }
  return text;
}

}  // namespace disgnn::run
