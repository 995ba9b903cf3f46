#include <ATen/ATen.h>

#include <cmath>

#include "disgnn/explain/channel_statistics.h"
#include "disgnn/explain/disentanglement.h"
#include "disgnn/explain/layer_correlation.h"
#include "disgnn/explain/relation_yardsticks.h"
#include "report/sections.h"

namespace disgnn::report {
namespace {

using run::Json;

/// A row-major table as nested lists.
template <typename Value>
Json nested(const Value*& values, const std::vector<std::int64_t>& shape, std::size_t depth = 0) {
  Json list = Json::array();
  for (std::int64_t i = 0; i < shape[depth]; ++i) {
    list.push_back(depth + 1 == shape.size() ? Json(*values++) : nested(values, shape, depth + 1));
  }
  return list;
}

template <typename Value>
Json table(const std::vector<Value>& values, const std::vector<std::int64_t>& shape) {
  const Value* first = values.data();
  return nested(first, shape);
}

std::span<const float> floats(const at::Tensor& contiguous) {
  return {contiguous.data_ptr<float>(), static_cast<std::size_t>(contiguous.numel())};
}

Json histogram_json(const at::Tensor& values, const std::vector<double>& bounds) {
  const auto channels = static_cast<std::int32_t>(values.size(1));
  return {{"bounds", bounds},
          {"counts", table(channel_histograms(floats(values), channels, bounds),
                           {channels, static_cast<std::int64_t>(bounds.size()) - 1})}};
}

std::vector<double> even_bounds(std::int64_t bins) {
  std::vector<double> bounds;
  for (std::int64_t i = 0; i <= bins; ++i) {
    bounds.push_back(static_cast<double>(i) / static_cast<double>(bins));
  }
  return bounds;
}

/// From a quarter of the uniform weight to four times it, in even steps of its logarithm.
std::vector<double> relative_bounds() {
  constexpr int kStepsPerDoubling = 4;
  std::vector<double> bounds;
  for (int i = -2 * kStepsPerDoubling; i <= 2 * kStepsPerDoubling; ++i) {
    bounds.push_back(std::exp2(static_cast<double>(i) / kStepsPerDoubling));
  }
  return bounds;
}

/// A times the degree of the target, self loop included: 1 for a uniform weight.
at::Tensor relative_weights(const at::Tensor& weight, const std::vector<NodeId>& targets,
                            const Graph& graph) {
  const auto count = static_cast<std::int64_t>(targets.size());
  at::Tensor degrees = at::empty({count, 1}, at::kFloat);
  auto* const values = degrees.data_ptr<float>();
  for (std::int64_t e = 0; e < count; ++e) {
    values[e] = static_cast<float>(graph.neighbours(targets[e]).size());
  }
  return (weight * degrees).contiguous();
}

/// Sources, targets and relations of the entries in the edge columns.
struct EntryTables {
  std::vector<NodeId> sources;
  std::vector<NodeId> targets;
  std::vector<std::int32_t> relations;
};

EntryTables tables_of(const Dataset& data, const std::vector<EntryId>& entries) {
  EntryTables tables;
  const std::vector<NodeId> rows = data.graph.index()->expanded_rows();
  for (const EntryId entry : entries) {
    tables.sources.push_back(data.graph.index()->columns()[entry]);
    tables.targets.push_back(rows[entry]);
    if (!data.entry_relations.empty()) tables.relations.push_back(data.entry_relations[entry]);
  }
  return tables;
}

Json shares(const std::vector<std::int64_t>& counts, std::size_t of) {
  Json list = Json::array();
  for (const std::int64_t count : counts) {
    list.push_back(of == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(of));
  }
  return list;
}

}  // namespace

Json channels_section(const ExplainedRun& explained) {
  const auto& [run, model, columns, contributions, errors, kept] = explained;
  if (model == nullptr) return nullptr;
  const Dataset& data = run.data;
  const auto channels = static_cast<std::int32_t>(model->config().channels);
  const auto relations = static_cast<std::int32_t>(data.relation_names.size());
  const bool known = !data.entry_relations.empty();
  const EntryTables tables = tables_of(data, columns.entries);
  const EdgeEnds ends{tables.sources, tables.targets,   data.labels,
                      data.classes,   tables.relations, relations};
  std::vector<NodeId> test;
  if (run.split) {
    const auto members = run.split->members(Role::kTest);
    test.assign(members.begin(), members.end());
  }
  const Disentanglement scores = measure_disentanglement(
      data, run.evaluation.output, run.evaluation.model_probabilities, test, {});
  Json layers = Json::array();
  for (std::size_t l = 0; l < columns.layers.size(); ++l) {
    const EdgeLayerColumns& layer = columns.layers[l];
    const LayerCorrelation correlation =
        layer_correlation(model->layer(l), run.evaluation.output.layers[l], data.graph.index());
    const ChannelStatistics statistics = channel_statistics(
        {layer.dominant.data_ptr<std::int32_t>(), static_cast<std::size_t>(layer.dominant.numel())},
        channels, ends);
    const auto& recovery = l == 0 ? scores.first_layer : scores.last_layer;
    const bool has_recovery = (l == 0 || l + 1 == columns.layers.size()) && recovery;
    layers.push_back(
        {{"correlation_weight", table(correlation.weight, {channels, channels})},
         {"correlation_existence", table(correlation.existence, {channels, channels})},
         {"dominant_share", shares(statistics.dominated, columns.entries.size())},
         {"homo_rate", run::optional_list_json(statistics.homo_rate)},
         {"mixing", table(statistics.mixing, {channels, data.classes, data.classes})},
         {"existence_histogram", histogram_json(layer.existence, even_bounds(20))},
         {"weight_histogram",
          histogram_json(relative_weights(layer.weight, tables.targets, data.graph),
                         relative_bounds())},
         {"relation_table",
          known ? table(statistics.by_relation, {channels, relations}) : Json(nullptr)},
         {"homophily_auc", run::optional_json(scores.homophily_auc[l])},
         {"relation_nmi", has_recovery ? Json(recovery->nmi) : Json(nullptr)}});
  }
  return {{"count", channels},
          {"homo", nn::homo_channels(channels)},
          {"relations", known ? Json(data.relation_names) : Json(nullptr)},
          {"nmi_of_somebody_who_knows",
           known ? run::yardsticks_json(relation_yardsticks(data)) : Json(nullptr)},
          {"layers", layers}};
}

}  // namespace disgnn::report
