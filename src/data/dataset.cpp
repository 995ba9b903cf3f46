#include "disgnn/data/dataset.h"

#include <algorithm>

#include "disgnn/core/error.h"

namespace disgnn {
namespace {

std::vector<std::string> numbered_names(std::int32_t count) {
  std::vector<std::string> names;
  names.reserve(count);
  for (std::int32_t i = 0; i < count; ++i) names.push_back(std::to_string(i));
  return names;
}

/// One more than the largest value; 0 for an empty or all-negative list.
std::int32_t count_of(const std::vector<std::int32_t>& values) {
  const auto largest = std::max_element(values.begin(), values.end());
  return largest == values.end() ? 0 : std::max(0, *largest + 1);
}

/// Relations are given per pair; entries inherit them from the pair they stem from.
std::vector<std::int32_t> relations_of_entries(const BuiltGraph& built,
                                               const std::vector<std::int32_t>& relations) {
  std::vector<std::int32_t> result(built.entry_pair.size(), Dataset::kSelfLoopRelation);
  for (std::size_t e = 0; e < result.size(); ++e) {
    if (built.entry_pair[e] >= 0) result[e] = relations[built.entry_pair[e]];
  }
  return result;
}

}  // namespace

std::string Dataset::id_of(NodeId v) const {
  return node_ids.empty() ? std::to_string(v) : node_ids[v];
}

Dataset make_dataset(RawDataset raw) {
  if (raw.nodes <= 0) {
    throw input_error("the graph '" + raw.name + "' has no nodes", "give it at least one node");
  }
  DISGNN_ASSERT(raw.labels.empty() || raw.labels.size() == static_cast<std::size_t>(raw.nodes));
  DISGNN_ASSERT(!has_features(raw.features) || feature_rows(raw.features) == raw.nodes);
  DISGNN_ASSERT(raw.relations.empty() || raw.relations.size() == raw.pairs.size());

  BuiltGraph built = build_graph(raw.nodes, raw.pairs, {.keep_direction = raw.directed});
  Dataset data;
  data.name = std::move(raw.name);
  data.counts = built.counts;
  if (!raw.relations.empty()) {
    data.entry_relations = relations_of_entries(built, raw.relations);
    data.relation_names = std::move(raw.relation_names);
    if (data.relation_names.empty()) data.relation_names = numbered_names(count_of(raw.relations));
  }
  data.memberships = std::move(raw.memberships);
  data.graph = std::move(built.graph);
  data.features = std::move(raw.features);
  data.feature_names = std::move(raw.feature_names);
  data.labels = std::move(raw.labels);
  if (data.labels.empty()) data.labels.assign(raw.nodes, -1);
  data.class_names = std::move(raw.class_names);
  data.classes =
      std::max(count_of(data.labels), static_cast<std::int32_t>(data.class_names.size()));
  if (data.class_names.empty()) data.class_names = numbered_names(data.classes);
  data.node_ids = std::move(raw.node_ids);
  data.public_splits = std::move(raw.public_splits);
  data.warnings = std::move(raw.warnings);
  if (raw.pairs.empty()) data.warnings.push_back("the graph '" + data.name + "' has no edges");
  return data;
}

}  // namespace disgnn
