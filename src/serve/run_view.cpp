#include "serve/run_view.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "disgnn/core/error.h"

namespace disgnn::serve {
namespace {

using run::Json;

Json row_json(const at::Tensor& table, std::int64_t row) {
  Json list = Json::array();
  const std::int64_t width = table.size(1);
  for (std::int64_t c = 0; c < width; ++c) list.push_back(table.data_ptr<float>()[row * width + c]);
  return list;
}

Json row_json(const std::vector<float>& table, std::int64_t row, std::int64_t width) {
  const auto first = table.begin() + row * width;
  return std::vector<float>(first, first + width);
}

}  // namespace

RunVersion version_of(const run::RunFolder& folder) {
  RunVersion version;
  for (const auto& path : {folder.config(), folder.model(), folder.summary()}) {
    std::error_code failure;
    const auto time = std::filesystem::last_write_time(path, failure);
    version.push_back(failure ? 0 : time.time_since_epoch().count());
  }
  return version;
}

RunSnapshot::RunSnapshot(const run::RunFolder& folder, const report::ReportOrigin& origin)
    : opened_(report::opened_run(folder)), document_(report::document_of({&opened_}, origin)) {
  if (!has_model()) return;
  for (NodeId v = 0; v < opened_.run->data.nodes(); ++v) {
    by_id_.emplace(opened_.run->data.id_of(v), v);
  }
}

std::optional<NodeId> RunSnapshot::find(const std::string& id) const {
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return std::nullopt;
  return found->second;
}

Json RunSnapshot::prediction_json(NodeId v) const {
  const run::OpenRun& run = *opened_.run;
  const Dataset& data = run.data;
  const at::Tensor p = run.evaluation.probabilities.to(at::kFloat).contiguous();
  const std::int32_t label = data.labels[v];
  const std::int32_t predicted = run.evaluation.predictions[v];
  Json probabilities = Json::array();
  for (std::int32_t k = 0; k < data.classes; ++k) {
    probabilities.push_back({{"class", data.class_names[k]},
                             {"probability", p.data_ptr<float>()[v * data.classes + k]}});
  }
  return {{"id", data.id_of(v)},
          {"split", to_string(run.split ? run.split->role(v) : Role::kNone)},
          {"label", label >= 0 ? Json(data.class_names[label]) : Json(nullptr)},
          {"predicted", data.class_names[predicted]},
          {"confidence", p.data_ptr<float>()[v * data.classes + predicted]},
          {"probabilities", probabilities}};
}

Json RunSnapshot::entry_json(EntryId entry, NodeId source, NodeId target) const {
  const Dataset& data = opened_.run->data;
  const EdgeColumns& columns = opened_.explained->columns;
  Json json = {{"source", data.id_of(source)}, {"target", data.id_of(target)}};
  if (!columns.layers.empty()) {
    const std::int64_t row =
        std::lower_bound(columns.entries.begin(), columns.entries.end(), entry) -
        columns.entries.begin();
    json["layers"] = Json::array();
    for (const EdgeLayerColumns& layer : columns.layers) {
      json["layers"].push_back({{"existence", row_json(layer.existence, row)},
                                {"weight", row_json(layer.weight, row)},
                                {"dominant", layer.dominant.data_ptr<std::int32_t>()[row]}});
    }
    json["contribution"] = row_json(opened_.explained->contributions->of_entries, entry,
                                    opened_.explained->model->config().channels);
  }
  if (!data.entry_relations.empty()) {
    const std::int32_t relation = data.entry_relations[entry];
    json["relation"] = relation < 0 ? "noise" : data.relation_names[relation];
  }
  return json;
}

Json RunSnapshot::edges_json(NodeId v, std::int64_t limit) const {
  const PairIndex& index = *opened_.run->data.graph.index();
  Json edges = Json::array();
  const std::int64_t degree = index.offsets()[v + 1] - index.offsets()[v] - 1;
  for (EntryId e = index.offsets()[v]; e < index.offsets()[v + 1]; ++e) {
    if (index.columns()[e] == v) continue;
    if (static_cast<std::int64_t>(edges.size()) == limit) break;
    edges.push_back(entry_json(e, index.columns()[e], v));
  }
  return {{"degree", degree}, {"edges", edges}};
}

Json RunSnapshot::node_json(NodeId v, std::int64_t limit) const {
  Json json = prediction_json(v);
  const auto& contributions = opened_.explained->contributions;
  if (contributions) {
    const train::Evaluation& evaluation = opened_.run->evaluation;
    json["logit"] = evaluation.output.logits[v][evaluation.predictions[v]].item<float>();
    json["parts"] =
        row_json(contributions->of_nodes, v, opened_.explained->model->config().channels);
  }
  json.update(edges_json(v, limit));
  return json;
}

RunView::RunView(run::RunFolder folder, report::ReportOrigin origin)
    : folder_(std::move(folder)), origin_(std::move(origin)) {}

std::shared_ptr<const RunSnapshot> RunView::snapshot() {
  const std::lock_guard lock(mutex_);
  const RunVersion now = version_of(folder_);
  if (latest_ != nullptr && now == version_) return latest_;
  try {
    latest_ = std::make_shared<const RunSnapshot>(folder_, origin_);
    version_ = now;
  } catch (const Error&) {
    if (latest_ == nullptr) throw;
  }
  return latest_;
}

}  // namespace disgnn::serve
