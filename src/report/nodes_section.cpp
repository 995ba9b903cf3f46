#include <ATen/ATen.h>

#include <algorithm>

#include "disgnn/explain/principal_components.h"
#include "report/packed_array.h"
#include "report/sections.h"

namespace disgnn::report {
namespace {

using run::Json;

/// Enough for a map by neighbourhoods; each costs two bytes per node.
constexpr std::int64_t kMostComponents = 16;

/// One value for each kept node.
template <typename Value, typename Of>
Json column(const KeptGraph& kept, const Of& of) {
  std::vector<Value> values;
  values.reserve(kept.nodes.size());
  for (const NodeId v : kept.nodes) values.push_back(static_cast<Value>(of(v)));
  return packed(std::span<const Value>(values), {static_cast<std::int64_t>(values.size())});
}

/// Rows [kept, width] of a row-major table [N, width].
std::vector<float> kept_rows(const KeptGraph& kept, const float* table, std::int64_t width) {
  std::vector<float> rows;
  rows.reserve(kept.nodes.size() * width);
  for (const NodeId v : kept.nodes) {
    rows.insert(rows.end(), table + v * width, table + (v + 1) * width);
  }
  return rows;
}

Json ids_of(const Dataset& data, const KeptGraph& kept) {
  const bool all = static_cast<NodeId>(kept.nodes.size()) == data.nodes();
  if (data.node_ids.empty() && all) return nullptr;
  Json ids = Json::array();
  for (const NodeId v : kept.nodes) ids.push_back(data.id_of(v));
  return ids;
}

}  // namespace

Json nodes_section(const ExplainedRun& explained) {
  const auto& [run, model, columns, contributions, errors, kept] = explained;
  const auto count = static_cast<std::int64_t>(kept.nodes.size());
  const at::Tensor p = run.evaluation.probabilities.to(at::kFloat).contiguous();
  const at::Tensor& hidden = run.evaluation.output.hidden;
  const std::int64_t width = std::min(kMostComponents, hidden.size(1));
  // At least two for the map, even of a single dimension.
  const PrincipalComponents found = principal_components(hidden, std::max<std::int64_t>(2, width));
  const at::Tensor map = found.positions.narrow(1, 0, 2).contiguous();
  const at::Tensor components = found.positions.narrow(1, 0, width).contiguous();
  const at::Tensor logits =
      predicted_logits(run.evaluation.output.logits.to(at::kFloat), run.evaluation.predictions);
  Json json = {
      {"total", run.data.nodes()},
      {"count", count},
      {"ids", ids_of(run.data, kept)},
      {"label", column<std::int16_t>(kept, [&](NodeId v) { return run.data.labels[v]; })},
      {"predicted",
       column<std::int16_t>(kept, [&](NodeId v) { return run.evaluation.predictions[v]; })},
      {"probabilities",
       packed_unsigned(kept_rows(kept, p.data_ptr<float>(), p.size(1)), {count, p.size(1)})},
      {"split", column<std::uint8_t>(
                    kept, [&](NodeId v) { return run.split ? run.split->role(v) : Role(); })},
      {"degree", column<std::uint32_t>(
                     kept, [&](NodeId v) { return run.data.graph.neighbours(v).size() - 1; })},
      {"position", packed(kept_rows(kept, map.data_ptr<float>(), 2), {count, 2})},
      {"explained", {found.explained[0].item<double>(), found.explained[1].item<double>()}},
      {"components",
       packed_signed(kept_rows(kept, components.data_ptr<float>(), width), {count, width})},
      {"logit", column<float>(kept, [&](NodeId v) { return logits.data_ptr<float>()[v]; })},
      {"parts", nullptr}};
  if (contributions) {
    const std::int64_t channels = model->config().channels;
    json["parts"] =
        packed(kept_rows(kept, contributions->of_nodes.data(), channels), {count, channels});
  }
  return json;
}

}  // namespace disgnn::report
