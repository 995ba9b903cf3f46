#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "disgnn/data/audit.h"
#include "disgnn/graph/statistics.h"
#include "disgnn/run/json_format.h"
#include "disgnn/run/run_data.h"
#include "output.h"
#include "result_table.h"
#include "settings_flags.h"

namespace disgnn::app {
namespace {

struct InfoArguments {
  SettingsFlags settings;
  bool json = false;
};

struct DatasetReport {
  GraphStatistics graph;
  Homophily homophily;
  std::vector<std::int64_t> class_sizes;
  DatasetAudit audit;
};

void print_report_json(const Dataset& data, const DatasetReport& report) {
  nlohmann::ordered_json classes = nlohmann::ordered_json::object();
  for (std::int32_t c = 0; c < data.classes; ++c) {
    classes[data.class_names[c]] = report.class_sizes[c];
  }
  const nlohmann::ordered_json json = {
      {"name", data.name},
      {"nodes", report.graph.nodes},
      {"edges", report.graph.edges},
      {"entries", report.graph.entries},
      {"directed", !data.graph.symmetric()},
      {"features", feature_columns(data.features)},
      {"sparse_features", std::holds_alternative<SparseFeatures>(data.features)},
      {"classes", data.classes},
      {"class_sizes", classes},
      {"relations", data.relation_names},
      {"public_splits", data.public_splits.size()},
      {"degree",
       {{"min", report.graph.degrees.min},
        {"median", report.graph.degrees.median},
        {"mean", report.graph.degrees.mean},
        {"max", report.graph.degrees.max}}},
      {"isolated_nodes", report.graph.isolated_nodes},
      {"components", report.graph.components},
      {"largest_component", report.graph.largest_component},
      {"homophily",
       {{"edge", run::optional_json(report.homophily.edge)},
        {"adjusted", run::optional_json(report.homophily.adjusted)}}},
      {"audit",
       {{"duplicated_nodes", report.audit.duplicated.nodes},
        {"duplicated_groups", report.audit.duplicated.groups},
        {"self_loops", report.audit.self_loops},
        {"repeated_edges", report.audit.repeated_pairs},
        {"constant_features", report.audit.constant_columns},
        {"nodes_without_features", report.audit.zero_rows},
        {"unlabelled_nodes", report.audit.unlabelled_nodes},
        {"unlabelled_share", report.audit.unlabelled_share}}},
      {"warnings", data.warnings}};
  print_json(json);
}

std::string share(const std::optional<double>& value) {
  return value ? fmt::format("{:.4f}", *value) : "–";
}

void print_text(const Dataset& data, const DatasetReport& report) {
  const GraphStatistics& graph = report.graph;
  const DatasetAudit& audit = report.audit;
  const bool sparse = std::holds_alternative<SparseFeatures>(data.features);
  std::vector<std::vector<std::string>> rows = {
      {data.name, ""},
      {"nodes", fmt::format("{}", graph.nodes)},
      {"edges", fmt::format("{} ({} entries with self loops{})", graph.edges, graph.entries,
                            data.graph.symmetric() ? "" : ", directions kept")},
      {"features",
       !has_features(data.features)
           ? "none"
           : fmt::format("{} {}", feature_columns(data.features), sparse ? "sparse" : "dense")},
      {"degree", fmt::format("min {}, median {}, mean {:.2f}, max {}", graph.degrees.min,
                             graph.degrees.median, graph.degrees.mean, graph.degrees.max)},
      {"isolated nodes", fmt::format("{}", graph.isolated_nodes)},
      {"components",
       fmt::format("{} (largest {} nodes)", graph.components, graph.largest_component)},
      {"edge homophily", share(report.homophily.edge)},
      {"adjusted homophily", share(report.homophily.adjusted)},
      {"public splits", fmt::format("{}", data.public_splits.size())}};
  if (!data.relation_names.empty()) {
    rows.push_back({"known relations", fmt::format("{}", data.relation_names.size())});
  }
  fmt::print("{}\n", aligned_table(rows));

  rows = {{"class", "nodes", "share"}};
  for (std::int32_t c = 0; c < data.classes; ++c) {
    rows.push_back({data.class_names[c], fmt::format("{}", report.class_sizes[c]),
                    fmt::format("{:.1f} %", 100.0 * static_cast<double>(report.class_sizes[c]) /
                                                static_cast<double>(graph.nodes))});
  }
  fmt::print("{}\n", aligned_table(rows));

  rows = {{"audit", ""},
          {"duplicated nodes (same neighbours and label)",
           fmt::format("{} in {} groups", audit.duplicated.nodes, audit.duplicated.groups)},
          {"self loops in the data", fmt::format("{}", audit.self_loops)},
          {"repeated edges in the data", fmt::format("{}", audit.repeated_pairs)},
          {"constant features", fmt::format("{}", audit.constant_columns)},
          {"nodes without any feature", fmt::format("{}", audit.zero_rows)},
          {"unlabelled nodes",
           fmt::format("{} ({:.1f} %)", audit.unlabelled_nodes, 100 * audit.unlabelled_share)}};
  fmt::print("{}", aligned_table(rows));
  print_warnings(data.warnings);
}

void info(const InfoArguments& arguments) {
  run::Settings settings;
  arguments.settings.apply(settings);
  run::resolve(settings);
  const Dataset data = run::load_dataset(settings);
  const DatasetReport report{graph_statistics(data.graph), homophily(data.graph, data.labels),
                             class_sizes(data.labels, data.classes), audit_dataset(data)};
  if (arguments.json) {
    print_report_json(data, report);
  } else {
    print_text(data, report);
  }
}

}  // namespace

void add_info_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("info", "Describe a graph and audit it for oddities that mislead");
  auto arguments = std::make_shared<InfoArguments>();
  arguments->settings.add_to(*command, {"data"});
  command->add_flag("--json", arguments->json, "print one JSON document on stdout");
  command->callback([arguments] { info(*arguments); });
}

}  // namespace disgnn::app
