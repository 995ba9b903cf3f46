#include "disgnn/run/relation_folder.h"

#include <fmt/format.h>

#include <algorithm>

#include "disgnn/core/atomic_file.h"
#include "disgnn/data/csv.h"
#include "disgnn/graph/edges.h"
#include "disgnn/run/json_format.h"

namespace disgnn::run {
namespace {

Json group_json(const relations::GroupDescription& group) {
  Json json = {{"size", group.size}, {"links", group.links}, {"features", Json::array()}};
  for (const relations::SpeakingFeature& feature : group.features) {
    json["features"].push_back(
        {{"name", feature.name}, {"in_group", feature.in_group}, {"overall", feature.overall}});
  }
  return json;
}

Json relation_json(const Dataset& data, const relations::Relation& relation,
                   const relations::RelationDescription& description) {
  Json json = {{"strength", description.strength},
               {"same_class", optional_json(description.same_class)},
               {"stability", optional_json(relation.stability)},
               {"groups", Json::array()},
               {"examples", Json::array()}};
  for (const relations::GroupDescription& group : description.groups) {
    json["groups"].push_back(group_json(group));
  }
  for (const relations::ExampleLink& link : description.examples) {
    json["examples"].push_back({{"source", data.id_of(link.source)},
                                {"target", data.id_of(link.target)},
                                {"share", link.share}});
  }
  return json;
}

Json scores_json(const Dataset& data, const RelationScores& scores,
                 const RelationYardsticks& yardsticks) {
  Json json = {{"nmi", scores.nmi},
               {"nmi_of_somebody_who_knows", yardsticks_json(yardsticks)},
               {"ari", scores.ari},
               {"noise_auc", optional_json(scores.noise_auc)},
               {"relation_auc", Json::object()}};
  for (std::size_t r = 0; r < scores.relation_auc.size(); ++r) {
    json["relation_auc"][data.relation_names[r]] = optional_json(scores.relation_auc[r]);
  }
  if (scores.group_nmi.size() == data.relation_names.size()) {
    for (std::size_t r = 0; r < scores.group_nmi.size(); ++r) {
      json["group_nmi"][data.relation_names[r]] = scores.group_nmi[r];
    }
  }
  return json;
}

}  // namespace

void write_relation_edges(const std::filesystem::path& path, const Dataset& data,
                          const relations::RelationModel& model) {
  const std::size_t found = model.relations.size();
  std::vector<std::string> cells = {"source", "target", "relation"};
  for (std::size_t c = 0; c < found; ++c) cells.push_back(fmt::format("relation{}", c));
  cells.emplace_back("noise");
  const bool known = !data.entry_relations.empty();
  if (known) cells.emplace_back("true_relation");
  AtomicFile file(path);
  file.stream() << csv_row(cells);
  std::vector<float> shares(found + 1);
  for_each_edge(data.graph, [&](NodeId v, NodeId u, EntryId e) {
    relations::link_shares(model, v, u, shares);
    const auto likeliest =
        static_cast<std::size_t>(std::max_element(shares.begin(), shares.end()) - shares.begin());
    cells = {data.id_of(u), data.id_of(v),
             likeliest == found ? "noise" : fmt::format("{}", likeliest)};
    for (const float share : shares) cells.push_back(fmt::format("{:.4f}", share));
    if (known) {
      const std::int32_t relation = data.entry_relations[e];
      cells.push_back(relation < 0 ? "noise" : data.relation_names[relation]);
    }
    file.stream() << csv_row(cells);
  });
  file.commit();
}

void write_relation_groups(const std::filesystem::path& path, const Dataset& data,
                           const relations::RelationModel& model) {
  AtomicFile file(path);
  file.stream() << csv_row(std::vector<std::string>{"node", "relation", "group", "probability"});
  std::vector<std::vector<std::int32_t>> likely;
  for (const relations::Relation& relation : model.relations) {
    likely.push_back(relation.likely_groups());
  }
  for (NodeId v = 0; v < data.nodes(); ++v) {
    for (std::size_t c = 0; c < likely.size(); ++c) {
      const relations::Relation& relation = model.relations[c];
      const std::int32_t group = likely[c][v];
      file.stream() << csv_row(std::vector<std::string>{
          data.id_of(v), fmt::format("{}", c), fmt::format("{}", group),
          fmt::format("{:.4f}", relation.memberships[v * relation.groups + group])});
    }
  }
  file.commit();
}

nlohmann::ordered_json relations_json(const Dataset& data, const relations::RelationModel& model,
                                      const relations::ModelDescription& description,
                                      const relations::RelationOptions& options,
                                      const std::optional<RelationScores>& scores,
                                      const RelationYardsticks& yardsticks) {
  Json json = {{"version", kRelationsVersion},
               {"dataset", data.name},
               {"nodes", data.nodes()},
               {"edges", (data.graph.entries() - data.nodes()) / (data.graph.symmetric() ? 2 : 1)},
               {"seed", options.seed},
               {"restarts", options.restarts},
               {"log_likelihood", model.log_likelihood},
               {"score", model.score},
               {"noise", description.noise},
               {"relations", Json::array()}};
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    json["relations"].push_back(relation_json(data, model.relations[c], description.relations[c]));
  }
  if (scores) json["truth"] = scores_json(data, *scores, yardsticks);
  return json;
}

}  // namespace disgnn::run
