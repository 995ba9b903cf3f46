#include "disgnn/reproduce/plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "disgnn/config/option_schema.h"
#include "disgnn/core/error.h"
#include "reproduce/generated_graphs.h"

namespace disgnn::reproduce {
namespace {

const std::string kBase = "disgnn-base";
const std::string kFull = "disgnn";

/// What a variant sets: "disgnn-base+context", "disgnn@gcn" (aggregator), "disgnn~dot" (scorer),
/// "disgnn%8" (channels), "disgnn#8" (the same without any search), "disgnn!edge=0.01" (one signal
/// alone).
Cell parse_variant(const std::string& dataset, const std::string& variant) {
  const std::size_t mark = variant.find_first_of("+@~%#!");
  const std::string model = variant.substr(0, mark);
  Cell cell{dataset, variant, {{"model", model}}, ""};
  if (mark == std::string::npos) return cell;
  const std::string detail = variant.substr(mark + 1);
  switch (variant[mark]) {
    case '+':
      cell.options.emplace_back("pretext", detail + "=1");
      break;
    case '@':
      cell.options.emplace_back("aggregator", detail);
      break;
    case '~':
      cell.options.emplace_back("scorer", detail);
      cell.follows = model;
      break;
    case '%':
      cell.options.emplace_back("channels", detail);
      cell.follows = model;
      break;
    case '#':
      cell.options.emplace_back("channels", detail);
      cell.searched = false;
      break;
    default: {
      const std::size_t sign = detail.find('=');
      for (const std::string& signal : signals()) {
        const bool chosen = signal == detail.substr(0, sign);
        cell.options.emplace_back("lambda-" + signal, chosen ? detail.substr(sign + 1) : "0");
      }
      // A signal alone: without what goes beyond the paper's three.
      cell.options.emplace_back("lambda-self", "0");
      if (run::has_option("edge-class-prior")) {
        cell.options.emplace_back("edge-class-prior", "false");
      }
      cell.follows = model;
    }
  }
  return cell;
}

const std::vector<TableRow>& model_rows() {
  static const std::vector<TableRow> rows = {
      {"MLP", "mlp"},
      {"GCN", "gcn"},
      {"GraphSage", "sage"},
      {"GIN", "gin"},
      {"FactorGCN", "factorgcn"},
      {"MixHop", "mixhop"},
      {"H2GCN", "h2gcn"},
      {"GAT", "gat", false},
      {"GCNII", "gcnii", false},
      {"GPR-GNN", "gprgnn", false},
      {"ACM-GCN", "acmgcn", false},
      {"LINKX", "linkx", false},
      {"DisGNN_Base", kBase},
      {"DisGNN", kFull},
  };
  return rows;
}

void add(std::vector<Cell>& cells, const Cell& cell) {
  if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
}

std::vector<Cell> cells_of_table(const TablePlan& plan) {
  std::vector<Cell> cells;
  for (const std::string& dataset : plan.datasets) {
    for (const TableRow& row : plan.rows) add(cells, cell_of(dataset, row.variant));
  }
  return cells;
}

std::vector<Cell> with_leaders(const std::vector<Cell>& wanted) {
  std::vector<Cell> cells;
  for (const Cell& cell : wanted) {
    if (!cell.follows.empty()) add(cells, cell_of(cell.dataset, cell.follows));
  }
  for (const Cell& cell : wanted) add(cells, cell);
  std::stable_partition(cells.begin(), cells.end(),
                        [](const Cell& cell) { return cell.follows.empty(); });
  return cells;
}

}  // namespace

std::string model_of(const Cell& cell) {
  const auto model = std::find_if(cell.options.begin(), cell.options.end(),
                                  [](const auto& option) { return option.first == "model"; });
  return model == cell.options.end() ? run::Settings{}.model : model->second;
}

std::vector<TablePlan> table_plans() {
  const std::vector<TableRow> aggregators = {{"GCN_Base", "disgnn-base@gcn", true, "disgnn@gcn"},
                                             {"DisGNN-GCN", "disgnn@gcn", true, "disgnn@gcn"},
                                             {"Sage_Base", "disgnn-base@sage", true, "disgnn@sage"},
                                             {"DisGNN-Sage", "disgnn@sage", true, "disgnn@sage"}};
  const std::vector<TableRow> tasks = {{"DisGNN_Base", kBase},
                                       {"+MaskedAttr", "disgnn-base+attribute"},
                                       {"+DistancePred", "disgnn-base+distance"},
                                       {"+ContextPred", "disgnn-base+context"},
                                       {"DisGNN", kFull}};
  return {
      {"table1", "Node classification", {"cora", "blogcatalog", "cora_full", "imdb"}, model_rows()},
      {"table2",
       "Node classification on heterophilous graphs",
       {"chameleon", "squirrel", "chameleon_filtered", "squirrel_filtered"},
       model_rows()},
      {"table3",
       "Edge disentanglement in other GNN layers",
       {"cora", "blogcatalog", "imdb", "squirrel"},
       aggregators},
      {"table4", "Self-supervision signals", {"cora", "blogcatalog", "imdb", "chameleon"}, tasks},
  };
}

Cell cell_of(const std::string& dataset, const std::string& variant) {
  return parse_variant(dataset, variant);
}

std::vector<std::string> scorer_datasets() {
  return {"cora", "blogcatalog", "cora_full", "imdb", "chameleon", "squirrel"};
}

std::vector<std::string> scorer_variants() {
  return {kFull, "disgnn~linear", "disgnn~dot"};
}

std::vector<std::string> lambda_values() {
  return {"1e-06", "0.0001", "0.01", "1", "10", "100", "1000"};
}

std::vector<std::string> signals() {
  return {"edge", "conform", "channel"};
}

std::string lambda_variant(const std::string& signal, const std::string& value) {
  return fmt::format("disgnn!{}={}", signal, value);
}

std::vector<std::string> channel_variants() {
  return {"disgnn-base%8", "disgnn%8"};
}

std::vector<std::string> relation_datasets() {
  return {"campus-2-1", "campus-3-1", "campus-4-1", "campus-5-1", "campus-6-1"};
}

std::vector<std::string> noise_datasets() {
  return {"campus-3-0", "campus-3-0.5", "campus-3-1", "campus-3-2", "campus-3-4"};
}

std::vector<std::string> sweep_datasets() {
  std::vector<std::string> names = relation_datasets();
  for (const std::string& name : noise_datasets()) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

std::vector<std::string> sweep_variants(const std::string& dataset) {
  // Rounded up to two equal halves.
  const std::int64_t wanted = generated_relations(dataset) + 1;
  const std::int64_t channels = wanted + wanted % 2;
  return {fmt::format("disgnn-base#{}", channels), fmt::format("disgnn#{}", channels)};
}

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const TablePlan& plan : table_plans()) names.push_back(plan.name);
  names.insert(names.end(),
               {"figure-modules", "figure-lambda", "figure-channels", "figure-relations"});
  return names;
}

std::vector<Cell> cells_of(const std::string& experiment) {
  std::vector<Cell> cells;
  for (const TablePlan& plan : table_plans()) {
    if (plan.name == experiment) return with_leaders(cells_of_table(plan));
  }
  if (experiment == "figure-modules") {
    for (const std::string& dataset : scorer_datasets()) {
      for (const std::string& variant : scorer_variants()) add(cells, cell_of(dataset, variant));
    }
  } else if (experiment == "figure-lambda") {
    add(cells, cell_of("cora", kBase));  // its accuracy is a line in the figure
    for (const std::string& signal : signals()) {
      for (const std::string& value : lambda_values()) {
        add(cells, cell_of("cora", lambda_variant(signal, value)));
      }
    }
  } else if (experiment == "figure-channels") {
    for (const std::string& variant : channel_variants()) add(cells, cell_of("cora", variant));
  } else if (experiment == "figure-relations") {
    for (const std::string& dataset : sweep_datasets()) {
      for (const std::string& variant : sweep_variants(dataset)) {
        add(cells, cell_of(dataset, variant));
      }
    }
  } else {
    throw usage_error(fmt::format("unknown experiment '{}'", experiment),
                      "choose one of: table1, table2, table3, table4, figure-modules, "
                      "figure-lambda, figure-channels, figure-relations, all");
  }
  return with_leaders(cells);
}

}  // namespace disgnn::reproduce
