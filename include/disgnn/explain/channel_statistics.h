#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// M edge entries and what is known of them.
struct EdgeEnds {
  std::span<const NodeId> sources;          ///< [M]
  std::span<const NodeId> targets;          ///< [M]
  std::span<const std::int32_t> labels;     ///< [N], -1 = unlabelled
  std::int32_t classes = 0;                 ///< K
  std::span<const std::int32_t> relations;  ///< [M], negative = none; empty where not known
  std::int32_t relation_count = 0;          ///< R
};

/// What kind of entries each channel dominates.
struct ChannelStatistics {
  std::vector<std::int64_t> dominated;           ///< [C]
  std::vector<std::optional<double>> homo_rate;  ///< [C], share inside one class where both ends
                                                 ///< are labelled
  std::vector<std::int64_t> mixing;              ///< [C, K, K] by class of source and target
  std::vector<std::int64_t> by_relation;         ///< [C, R]
};

/// `dominant` is [M]. O(M + C K^2).
ChannelStatistics channel_statistics(std::span<const std::int32_t> dominant, std::int32_t channels,
                                     const EdgeEnds& edges);

/// Counts [C, B] of values[M, C] between the B+1 ascending bounds; what lies outside goes into the
/// first or the last bin.
std::vector<std::int64_t> channel_histograms(std::span<const float> values, std::int32_t channels,
                                             std::span<const double> bounds);

}  // namespace disgnn
