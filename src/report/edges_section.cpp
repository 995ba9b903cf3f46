#include <ATen/ATen.h>

#include <algorithm>

#include "report/packed_array.h"
#include "report/sections.h"

namespace disgnn::report {
namespace {

using run::Json;

/// Rows of a table over all edge entries, for the kept ones.
std::vector<float> kept_rows(const at::Tensor& table, const std::vector<std::int64_t>& rows) {
  const std::int64_t width = table.size(1);
  const float* const data = table.data_ptr<float>();
  std::vector<float> values;
  values.reserve(rows.size() * width);
  for (const std::int64_t row : rows) {
    values.insert(values.end(), data + row * width, data + (row + 1) * width);
  }
  return values;
}

Json layer_json(const EdgeLayerColumns& layer, const std::vector<std::int64_t>& rows) {
  const Shape shape = {static_cast<std::int64_t>(rows.size()), layer.existence.size(1)};
  std::vector<std::uint8_t> dominant;
  dominant.reserve(rows.size());
  for (const std::int64_t row : rows) {
    // More channels than a byte counts are beyond any legend.
    dominant.push_back(static_cast<std::uint8_t>(
        std::min(layer.dominant.data_ptr<std::int32_t>()[row], std::int32_t{255})));
  }
  return {{"existence", packed_unit_bytes(kept_rows(layer.existence, rows), shape)},
          {"weight", packed_unsigned(kept_rows(layer.weight, rows), shape)},
          {"dominant", packed(std::span<const std::uint8_t>(dominant), {shape.front()})}};
}

/// Where the kept entries stand among all entries that are no self loops.
std::vector<std::int64_t> rows_of(const EdgeColumns& columns, const KeptGraph& kept) {
  std::vector<std::int64_t> rows;
  rows.reserve(kept.entries.size());
  for (const EntryId entry : kept.entries) {
    rows.push_back(std::lower_bound(columns.entries.begin(), columns.entries.end(), entry) -
                   columns.entries.begin());
  }
  return rows;
}

Json contribution_json(const LogitContributions& contributions, const KeptGraph& kept,
                       std::int64_t channels) {
  std::vector<float> values;
  values.reserve(kept.entries.size() * channels);
  for (const EntryId entry : kept.entries) {
    const auto first = contributions.of_entries.begin() + entry * channels;
    values.insert(values.end(), first, first + channels);
  }
  return packed_signed(values, {static_cast<std::int64_t>(kept.entries.size()), channels});
}

Json relation_json(const Dataset& data, const KeptGraph& kept) {
  if (data.entry_relations.empty()) return nullptr;
  std::vector<std::int16_t> relations;
  relations.reserve(kept.entries.size());
  for (const EntryId entry : kept.entries) {
    relations.push_back(static_cast<std::int16_t>(data.entry_relations[entry]));
  }
  return packed(std::span<const std::int16_t>(relations),
                {static_cast<std::int64_t>(relations.size())});
}

}  // namespace

std::int64_t bytes_per_entry(const nn::DisGnnModel* model) {
  constexpr std::int64_t kEnds = 8;
  constexpr std::int64_t kRelation = 2;
  if (model == nullptr) return kEnds + kRelation;
  const std::int64_t channels = model->config().channels;
  return kEnds + kRelation + model->config().layers * (3 * channels + 1) + 2 * channels;
}

Json edges_section(const ExplainedRun& explained) {
  const auto& [run, model, columns, contributions, errors, kept] = explained;
  const PairIndex& index = *run.data.graph.index();
  const std::vector<NodeId> targets_of = index.expanded_rows();
  std::vector<std::uint32_t> sources;
  std::vector<std::uint32_t> targets;
  for (const EntryId entry : kept.entries) {
    sources.push_back(static_cast<std::uint32_t>(kept.position[index.columns()[entry]]));
    targets.push_back(static_cast<std::uint32_t>(kept.position[targets_of[entry]]));
  }
  const auto count = static_cast<std::int64_t>(kept.entries.size());
  const std::vector<std::int64_t> rows = rows_of(columns, kept);
  Json layers = Json::array();
  for (const EdgeLayerColumns& layer : columns.layers) layers.push_back(layer_json(layer, rows));
  return {{"total", kept.edges_of_graph},
          {"kept", kept.edges},
          {"directed", !run.data.graph.symmetric()},
          {"source", packed(std::span<const std::uint32_t>(sources), {count})},
          {"target", packed(std::span<const std::uint32_t>(targets), {count})},
          {"layers", layers},
          {"contribution", contributions
                               ? contribution_json(*contributions, kept, model->config().channels)
                               : Json(nullptr)},
          {"relation", relation_json(run.data, kept)}};
}

}  // namespace disgnn::report
