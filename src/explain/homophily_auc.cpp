#include "disgnn/explain/homophily_auc.h"

#include <numeric>
#include <vector>

#include "disgnn/core/error.h"
#include "disgnn/explain/auc.h"

namespace disgnn {

std::optional<double> homophily_auc(std::span<const float> scores, std::int32_t channels,
                                    std::int32_t homo_channels, const PairIndex& pairs,
                                    std::span<const std::int32_t> labels,
                                    std::span<const NodeId> nodes) {
  DISGNN_ASSERT(homo_channels >= 0 && homo_channels <= channels);
  DISGNN_ASSERT(scores.size() == static_cast<std::size_t>(pairs.entries()) * channels);
  DISGNN_ASSERT(labels.size() == static_cast<std::size_t>(pairs.nodes()));
  if (nodes.empty()) return std::nullopt;  // spare the walk over all edges
  std::vector<bool> eligible(labels.size(), false);
  for (const NodeId v : nodes) eligible[v] = labels[v] >= 0;

  std::vector<double> differences;
  std::vector<std::uint8_t> same_class;
  const std::vector<NodeId> rows = pairs.expanded_rows();
  for (EntryId e = 0; e < pairs.entries(); ++e) {
    const NodeId v = rows[e];
    const NodeId u = pairs.columns()[e];
    if (v == u || !eligible[v] || !eligible[u]) continue;
    const auto row = scores.subspan(e * channels, channels);
    const auto middle = row.begin() + homo_channels;
    differences.push_back(std::accumulate(row.begin(), middle, 0.0) -
                          std::accumulate(middle, row.end(), 0.0));
    same_class.push_back(labels[v] == labels[u]);
  }
  return roc_auc(differences, same_class);
}

}  // namespace disgnn
