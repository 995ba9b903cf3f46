#include "disgnn/explain/channel_statistics.h"

#include <algorithm>

#include "disgnn/core/error.h"

namespace disgnn {

ChannelStatistics channel_statistics(std::span<const std::int32_t> dominant, std::int32_t channels,
                                     const EdgeEnds& edges) {
  DISGNN_ASSERT(dominant.size() == edges.sources.size());
  const std::size_t classes = edges.classes;
  ChannelStatistics result;
  result.dominated.resize(channels);
  result.homo_rate.resize(channels);
  result.mixing.resize(channels * classes * classes);
  result.by_relation.resize(static_cast<std::size_t>(channels) * edges.relation_count);
  std::vector<std::int64_t> inside(channels);
  std::vector<std::int64_t> labelled(channels);
  for (std::size_t e = 0; e < dominant.size(); ++e) {
    const std::size_t channel = dominant[e];
    ++result.dominated[channel];
    if (!edges.relations.empty() && edges.relations[e] >= 0) {
      ++result.by_relation[channel * edges.relation_count + edges.relations[e]];
    }
    const std::int32_t from = edges.labels[edges.sources[e]];
    const std::int32_t to = edges.labels[edges.targets[e]];
    if (from < 0 || to < 0) continue;
    ++labelled[channel];
    inside[channel] += from == to ? 1 : 0;
    ++result.mixing[(channel * classes + from) * classes + to];
  }
  for (std::int32_t channel = 0; channel < channels; ++channel) {
    if (labelled[channel] == 0) continue;
    result.homo_rate[channel] =
        static_cast<double>(inside[channel]) / static_cast<double>(labelled[channel]);
  }
  return result;
}

std::vector<std::int64_t> channel_histograms(std::span<const float> values, std::int32_t channels,
                                             std::span<const double> bounds) {
  DISGNN_ASSERT(bounds.size() >= 2);
  const auto bins = static_cast<std::ptrdiff_t>(bounds.size()) - 1;
  std::vector<std::int64_t> counts(channels * bins);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto above = std::upper_bound(bounds.begin(), bounds.end(), values[i]);
    const std::ptrdiff_t bin = std::clamp<std::ptrdiff_t>(above - bounds.begin() - 1, 0, bins - 1);
    ++counts[static_cast<std::ptrdiff_t>(i % channels) * bins + bin];
  }
  return counts;
}

}  // namespace disgnn
