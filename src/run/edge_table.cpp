#include "disgnn/run/edge_table.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "disgnn/core/atomic_file.h"
#include "disgnn/data/csv.h"
#include "disgnn/data/npy.h"
#include "disgnn/data/npz.h"
#include "disgnn/explain/edge_columns.h"

namespace disgnn::run {
namespace {

std::vector<std::string> header(const EdgeColumns& columns, bool with_relation) {
  std::vector<std::string> names = {"source", "target"};
  for (std::size_t l = 0; l < columns.layers.size(); ++l) {
    const std::string layer = fmt::format("layer{}", l + 1);
    for (std::int64_t c = 0; c < columns.layers[l].existence.size(1); ++c) {
      names.push_back(fmt::format("{}_channel{}_existence", layer, c));
      names.push_back(fmt::format("{}_channel{}_weight", layer, c));
    }
    for (const char* const name : {"dominant", "homo", "hetero"}) {
      names.push_back(fmt::format("{}_{}", layer, name));
    }
  }
  if (with_relation) names.emplace_back("relation");
  return names;
}

std::string relation_name(const Dataset& data, EntryId entry) {
  const std::int32_t relation = data.entry_relations[entry];
  return relation < 0 ? "noise" : data.relation_names[relation];
}

/// Layers stacked along a new second dimension, as .npy bytes.
template <typename Value>
std::string stacked(const EdgeColumns& columns, at::Tensor EdgeLayerColumns::*field) {
  std::vector<at::Tensor> parts;
  for (const EdgeLayerColumns& layer : columns.layers) parts.push_back(layer.*field);
  const at::Tensor all = at::stack(parts, 1).contiguous();
  return encode_npy(std::span<const Value>(all.data_ptr<Value>(), all.numel()), all.sizes().vec());
}

}  // namespace

void write_edge_csv(const std::filesystem::path& path, const Dataset& data,
                    const nn::DisGnnModel& model, const nn::ModelOutput& output) {
  const EdgeColumns columns = edge_columns(data, model, output);
  const PairIndex& index = *data.graph.index();
  const bool with_relation = !data.entry_relations.empty();
  AtomicFile file(path);
  file.stream() << csv_row(header(columns, with_relation));
  std::vector<std::string> cells;
  const std::vector<NodeId> targets = index.expanded_rows();
  for (std::size_t row = 0; row < columns.entries.size(); ++row) {
    const EntryId entry = columns.entries[row];
    cells = {data.id_of(index.columns()[entry]), data.id_of(targets[entry])};
    for (const EdgeLayerColumns& layer : columns.layers) {
      const std::int64_t channels = layer.existence.size(1);
      const auto start = static_cast<std::int64_t>(row) * channels;
      for (std::int64_t c = 0; c < channels; ++c) {
        cells.push_back(fmt::format("{:.6g}", layer.existence.data_ptr<float>()[start + c]));
        cells.push_back(fmt::format("{:.6g}", layer.weight.data_ptr<float>()[start + c]));
      }
      cells.push_back(fmt::format("{}", layer.dominant.data_ptr<std::int32_t>()[row]));
      cells.push_back(fmt::format("{:.6g}", layer.homo.data_ptr<float>()[row]));
      cells.push_back(fmt::format("{:.6g}", layer.hetero.data_ptr<float>()[row]));
    }
    if (with_relation) cells.push_back(relation_name(data, entry));
    file.stream() << csv_row(cells);
  }
  file.commit();
}

void write_edge_npz(const std::filesystem::path& path, const Dataset& data,
                    const nn::DisGnnModel& model, const nn::ModelOutput& output) {
  const EdgeColumns columns = edge_columns(data, model, output);
  const PairIndex& index = *data.graph.index();
  std::vector<std::int64_t> source;
  std::vector<std::int64_t> target;
  std::vector<std::int32_t> relation;
  const std::vector<NodeId> rows_of = index.expanded_rows();
  for (const EntryId entry : columns.entries) {
    source.push_back(index.columns()[entry]);
    target.push_back(rows_of[entry]);
    if (!data.entry_relations.empty()) relation.push_back(data.entry_relations[entry]);
  }
  const auto rows = static_cast<std::int64_t>(source.size());
  std::vector<NpzMember> members = {
      {"source", encode_npy(source, {rows})},
      {"target", encode_npy(target, {rows})},
      {"existence", stacked<float>(columns, &EdgeLayerColumns::existence)},
      {"weight", stacked<float>(columns, &EdgeLayerColumns::weight)},
      {"dominant", stacked<std::int32_t>(columns, &EdgeLayerColumns::dominant)},
      {"homo", stacked<float>(columns, &EdgeLayerColumns::homo)},
      {"hetero", stacked<float>(columns, &EdgeLayerColumns::hetero)}};
  if (!relation.empty()) members.push_back({"relation", encode_npy(relation, {rows})});
  if (!data.node_ids.empty()) members.push_back({"node_ids", encode_npy_strings(data.node_ids)});
  write_npz(path, members);
}

}  // namespace disgnn::run
