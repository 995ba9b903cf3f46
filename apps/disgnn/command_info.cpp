#include <fmt/format.h>

#include <memory>

#include "command_line.h"
#include "disgnn/report/dataset_card.h"
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

std::string share(const std::optional<double>& value) {
  return value ? fmt::format("{:.4f}", *value) : "–";
}

void print_text(const Dataset& data, const report::DatasetCard& card) {
  const GraphStatistics& graph = card.graph;
  const DatasetAudit& audit = card.audit;
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
      {"edge homophily", share(card.homophily.edge)},
      {"adjusted homophily", share(card.homophily.adjusted)},
      {"public splits", fmt::format("{}", data.public_splits.size())}};
  if (!data.relation_names.empty()) {
    rows.push_back({"known relations", fmt::format("{}", data.relation_names.size())});
  }
  fmt::print("{}\n", aligned_table(rows));

  rows = {{"class", "nodes", "share"}};
  for (std::int32_t c = 0; c < data.classes; ++c) {
    rows.push_back({data.class_names[c], fmt::format("{}", card.class_sizes[c]),
                    fmt::format("{:.1f} %", 100.0 * static_cast<double>(card.class_sizes[c]) /
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
  const report::DatasetCard card = report::dataset_card(data);
  if (arguments.json) {
    print_json(report::dataset_card_json(data, card));
  } else {
    print_text(data, card);
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
