#include "disgnn/report/dataset_card.h"

namespace disgnn::report {

DatasetCard dataset_card(const Dataset& data) {
  return {graph_statistics(data.graph), homophily(data.graph, data.labels),
          class_sizes(data.labels, data.classes), audit_dataset(data)};
}

run::Json dataset_card_json(const Dataset& data, const DatasetCard& card) {
  run::Json classes = run::Json::object();
  for (std::int32_t c = 0; c < data.classes; ++c) {
    classes[data.class_names[c]] = card.class_sizes[c];
  }
  return {{"name", data.name},
          {"nodes", card.graph.nodes},
          {"edges", card.graph.edges},
          {"entries", card.graph.entries},
          {"directed", !data.graph.symmetric()},
          {"features", feature_columns(data.features)},
          {"sparse_features", std::holds_alternative<SparseFeatures>(data.features)},
          {"classes", data.classes},
          {"class_sizes", classes},
          {"relations", data.relation_names},
          {"public_splits", data.public_splits.size()},
          {"degree",
           {{"min", card.graph.degrees.min},
            {"median", card.graph.degrees.median},
            {"mean", card.graph.degrees.mean},
            {"max", card.graph.degrees.max}}},
          {"isolated_nodes", card.graph.isolated_nodes},
          {"components", card.graph.components},
          {"largest_component", card.graph.largest_component},
          {"homophily",
           {{"edge", run::optional_json(card.homophily.edge)},
            {"adjusted", run::optional_json(card.homophily.adjusted)}}},
          {"audit",
           {{"duplicated_nodes", card.audit.duplicated.nodes},
            {"duplicated_groups", card.audit.duplicated.groups},
            {"self_loops", card.audit.self_loops},
            {"repeated_edges", card.audit.repeated_pairs},
            {"constant_features", card.audit.constant_columns},
            {"nodes_without_features", card.audit.zero_rows},
            {"unlabelled_nodes", card.audit.unlabelled_nodes},
            {"unlabelled_share", card.audit.unlabelled_share}}},
          {"warnings", data.warnings}};
}

}  // namespace disgnn::report
