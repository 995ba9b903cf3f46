#include "disgnn/explain/channel_correlation.h"

#include <cmath>

#include "disgnn/core/error.h"

namespace disgnn {

std::vector<double> channel_correlation(std::span<const float> values, std::int32_t channels,
                                        const PairIndex& edges) {
  DISGNN_ASSERT(static_cast<std::int64_t>(values.size()) == edges.entries() * channels);
  std::vector<double> mean(channels, 0);
  std::vector<double> products(static_cast<std::size_t>(channels) * channels, 0);
  double count = 0;
  const auto each_edge = [&](const auto& use) {
    for (NodeId v = 0; v < edges.nodes(); ++v) {
      for (EntryId e = edges.offsets()[v]; e < edges.offsets()[v + 1]; ++e) {
        if (edges.columns()[e] != v) use(values.subspan(e * channels, channels));
      }
    }
  };
  each_edge([&](std::span<const float> row) {
    for (std::int32_t c = 0; c < channels; ++c) mean[c] += row[c];
    count += 1;
  });
  for (double& value : mean) value /= std::max(count, 1.0);
  each_edge([&](std::span<const float> row) {
    for (std::int32_t a = 0; a < channels; ++a) {
      for (std::int32_t b = 0; b < channels; ++b) {
        products[a * channels + b] += (row[a] - mean[a]) * (row[b] - mean[b]);
      }
    }
  });
  std::vector<double> correlation(products.size(), 0);
  for (std::int32_t a = 0; a < channels; ++a) {
    for (std::int32_t b = 0; b < channels; ++b) {
      const double scale =
          std::sqrt(products[a * channels + a]) * std::sqrt(products[b * channels + b]);
      correlation[a * channels + b] = scale > 0 ? products[a * channels + b] / scale : 0;
    }
    correlation[a * channels + a] = 1;
  }
  return correlation;
}

}  // namespace disgnn
