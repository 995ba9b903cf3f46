#include "disgnn/reproduce/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/sysinfo.h>

#include <fstream>
#include <set>

#include "disgnn/core/atomic_file.h"
#include "disgnn/reproduce/figures.h"
#include "disgnn/run/finished_runs.h"
#include "disgnn/run/json_format.h"
#include "disgnn/run/option_schema.h"
#include "disgnn/run/threads.h"
#include "disgnn/tune/option_values_json.h"
#include "reproduce/table_view.h"

namespace disgnn::reproduce {
namespace {

using run::Json;

std::string shown(const run::Spread& value, bool bold) {
  const std::string text = fmt::format("{:.2f} ± {:.2f}", value.mean, value.std);
  return bold ? "**" + text + "**" : text;
}

std::string p_text(const std::optional<double>& p) {
  if (!p) return "";
  return *p < 0.001 ? " (p < 0.001)" : fmt::format(" (p = {:.3f})", *p);
}

std::string paper_text(const std::optional<PaperFigure>& paper) {
  if (!paper) return "–";
  return paper->macro_f1 ? fmt::format("{:.2f} / {:.2f}", paper->accuracy, *paper->macro_f1)
                         : fmt::format("{:.2f}", paper->accuracy);
}

std::string markdown_table(const TableView& view, const std::set<std::string>& embedded) {
  const auto columns = view.measured_columns();
  std::string head = "| model |";
  std::string rule = "|---|";
  for (const std::size_t column : columns) {
    const std::string& name = view.plan.datasets[column];
    head += fmt::format(" {0}{1} accuracy | {0} macro-F1 | paper |", name,
                        embedded.contains(name) ? " ‡" : "");
    rule += "---|---|---|";
  }
  std::string text = head + "\n" + rule + "\n";
  for (std::size_t row = 0; row < view.plan.rows.size(); ++row) {
    const TableRow& plan = view.plan.rows[row];
    text += fmt::format("| {}{} |", plan.label, plan.in_paper ? "" : " †");
    for (const std::size_t column : columns) {
      const Entry& entry = view.entries[row][column];
      if (entry.measured) {
        text += fmt::format(" {}{} | {} |", shown(entry.accuracy, entry.best),
                            p_text(entry.p_value), shown(entry.macro_f1, false));
      } else {
        text += " – | – |";
      }
      text += fmt::format(" {} |", paper_text(entry.paper));
    }
    text += "\n";
  }
  return text;
}

Bar bar_of(const CellResult& result) {
  const run::Spread spread = run::spread(percentages(result, &run::RunResult::test_accuracy));
  return {spread.mean, spread.std};
}

/// Empty when a graph lacks a scorer on all of them.
std::string scorer_figure(const StudyResults& results) {
  std::vector<BarGroup> groups;
  for (const std::string& dataset : scorer_datasets()) {
    BarGroup group{dataset, {}};
    for (const std::string& variant : scorer_variants()) {
      if (const CellResult* result = find_result(results, dataset, variant)) {
        group.bars.push_back(bar_of(*result));
      }
    }
    if (group.bars.size() == scorer_variants().size()) groups.push_back(std::move(group));
  }
  if (groups.empty()) return "";
  return bar_chart("Test accuracy by scorer (%)", {"mlp", "linear (GO)", "dot (DP)"}, groups);
}

std::string lambda_figure(const StudyResults& results) {
  std::vector<LinePanel> panels;
  const CellResult* const base = find_result(results, "cora", "disgnn-base");
  for (const std::string& signal : signals()) {
    LinePanel panel{"lambda of " + signal, {}, {}, base != nullptr ? bar_of(*base).value : 0};
    for (const std::string& value : lambda_values()) {
      const CellResult* result = find_result(results, "cora", lambda_variant(signal, value));
      if (result == nullptr) continue;
      panel.ticks.push_back(value);
      panel.points.push_back(bar_of(*result));
    }
    if (!panel.points.empty()) panels.push_back(std::move(panel));
  }
  if (panels.empty()) return "";
  return line_panels("Test accuracy on cora with one signal alone (%); dashed: base", panels);
}

std::string channel_figure(const std::vector<ChannelCase>& cases) {
  std::vector<Heatmap> maps;
  for (const ChannelCase& example : cases) {
    for (std::size_t layer = 0; layer < example.existence.size(); ++layer) {
      maps.push_back({fmt::format("{}, layer {}", example.variant, layer + 1), example.channels,
                      example.existence[layer]});
    }
  }
  if (maps.empty()) return "";
  return heatmaps("Correlation of the channels' edge existence on cora", maps);
}

std::string settings_text(const CellResult& result) {
  std::string text;
  for (const auto& [option, value] : result.settings) text += fmt::format(" {} {}", option, value);
  return text;
}

/// The settings of a cell alone, by section.
std::string partial_toml(const tune::OptionValues& values) {
  std::string text;
  std::string section;
  for (const run::Option& option : run::option_schema()) {
    for (const auto& [name, value] : values) {
      if (name != option.name) continue;
      if (option.section != section) {
        section = option.section;
        text += fmt::format("\n[{}]\n", section);
      }
      const bool is_text = std::holds_alternative<run::TextField>(option.field);
      text += is_text ? fmt::format("{} = \"{}\"\n", option.key(), value)
                      : fmt::format("{} = {}\n", option.key(), value);
    }
  }
  return text;
}

/// The commits that computed the cells.
std::string commits_of(const StudyResults& results) {
  std::set<std::string> commits;
  for (const auto& [key, result] : results) commits.insert(result.commit);
  return fmt::format("{}", fmt::join(commits, ", "));
}

/// Names of the graphs that were given DeepWalk vectors.
std::set<std::string> embedded_graphs(const StudyResults& results) {
  std::set<std::string> names;
  for (const auto& [key, result] : results) {
    if (result.embedded_features) names.insert(key.first);
  }
  return names;
}

Json paper_json(const std::optional<PaperFigure>& paper) {
  if (!paper) return nullptr;
  return {{"accuracy", paper->accuracy},
          {"accuracy_std", paper->accuracy_std},
          {"macro_f1", run::optional_json(paper->macro_f1)},
          {"macro_f1_std", paper->macro_f1_std}};
}

/// The tables as the other formats show them.
Json tables_json(const StudyResults& results) {
  Json tables = Json::object();
  for (const TablePlan& plan : table_plans()) {
    const TableView view = view_of(plan, results);
    for (std::size_t row = 0; row < plan.rows.size(); ++row) {
      for (const std::size_t column : view.measured_columns()) {
        const Entry& entry = view.entries[row][column];
        if (!entry.measured) continue;
        tables[plan.name].push_back({{"dataset", plan.datasets[column]},
                                     {"variant", plan.rows[row].variant},
                                     {"accuracy", entry.accuracy.mean},
                                     {"accuracy_std", entry.accuracy.std},
                                     {"macro_f1", entry.macro_f1.mean},
                                     {"macro_f1_std", entry.macro_f1.std},
                                     {"p_value", run::optional_json(entry.p_value)},
                                     {"significantly_best", entry.best},
                                     {"paper", paper_json(entry.paper)}});
      }
    }
  }
  return tables;
}

std::string paper_latex(const std::optional<PaperFigure>& paper) {
  if (!paper) return "--";
  return fmt::format("${:.2f}_{{\\pm{:.2f}}}$", paper->accuracy, paper->accuracy_std);
}

}  // namespace

std::string machine_description() {
  std::ifstream info("/proc/cpuinfo");
  std::string model = "unknown processor";
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) {
      model = line.substr(line.find(':') + 2);
      break;
    }
  }
  struct sysinfo memory {};
  sysinfo(&memory);
  const double gib = static_cast<double>(memory.totalram) * memory.mem_unit / (1 << 30);
  return fmt::format("{}, {} cores, {:.0f} GiB", model, run::available_cores(), gib);
}

std::string results_json(const StudyResults& results, const StudyOptions& options,
                         const std::vector<ChannelCase>& cases, const Provenance& provenance) {
  Json cells = Json::array();
  for (const auto& [key, result] : results) {
    cells.push_back({{"dataset", key.first},
                     {"variant", key.second},
                     {"options", tune::option_values_json(result.cell.options)},
                     {"tuned", tune::option_values_json(result.tuned)},
                     {"settings", tune::option_values_json(result.settings)},
                     {"feature_source", result.embedded_features ? "deepwalk" : "data"},
                     {"commit", result.commit},
                     {"settings_of", result.cell.follows},
                     {"trials", result.trials},
                     {"seconds", result.seconds},
                     {"runs", Json::parse(run::runs_to_json(result.runs)).at("runs")}});
  }
  Json correlations = Json::array();
  for (const ChannelCase& example : cases) {
    correlations.push_back({{"variant", example.variant},
                            {"channels", example.channels},
                            {"existence", example.existence},
                            {"weight", example.weight}});
  }
  return run::dump({{"format", "disgnn-results-1"},
                    {"date", provenance.date},
                    {"commit", provenance.commit},
                    {"command", provenance.command},
                    {"machine", provenance.machine},
                    {"runs", options.runs},
                    {"trials", options.trials},
                    {"tables", tables_json(results)},
                    {"cells", cells},
                    {"channel_correlation", correlations}}) +
         "\n";
}

std::string markdown_report(const StudyResults& results, const StudyOptions& options,
                            const std::vector<ChannelCase>& cases, const Provenance& provenance) {
  std::string text = fmt::format(
      "# Results\n\nWritten by `disgnn reproduce`; do not edit.\n\n"
      "| | |\n|---|---|\n| date | {} |\n| commit | {} |\n| command | `{}` |\n| machine | {} |\n"
      "| runs | {} seeds, the same splits 2:3:5 for all models |\n"
      "| search | {} |\n\n",
      provenance.date, commits_of(results), provenance.command, provenance.machine, options.runs,
      options.trials > 1
          ? fmt::format("{} trials for every model and graph, by validation accuracy on the first "
                        "seed's split",
                        options.trials)
          : "none: default settings for all");
  text +=
      "Test accuracy and macro-F1 in percent, mean ± standard deviation over the seeds, test read "
      "once at the best validation epoch. *p* is the two-sided paired t-test of the row against "
      "DisGNN (in "
      "table3 against DisGNN with the same aggregator) over the seeds; the best mean is bold only "
      "where it is significantly (p < 0.05) above "
      "every other row. † goes beyond the paper. *paper*: accuracy / macro-F as printed there; its "
      "label conformity saw all labels, test included, its BlogCatalog is a subset of ours, and "
      "its "
      "Cora_full had word features. ‡: the graph has no features here, all models use "
      "64-dimensional "
      "DeepWalk vectors. Chameleon and Squirrel contain duplicated nodes; the filtered graphs are "
      "the "
      "honest ones. H2GCN sees a random part of the nodes two hops away where there are very many "
      "(docs/models.md).\n";
  for (const TablePlan& plan : table_plans()) {
    const TableView view = view_of(plan, results);
    if (view.measured_columns().empty()) continue;
    text += fmt::format("\n## {}: {}\n\n{}", plan.name, plan.title,
                        markdown_table(view, embedded_graphs(results)));
  }
  if (!scorer_figure(results).empty()) {
    text +=
        "\n## figure-modules: scorers\n\nAll other settings as tuned for DisGNN.\n\n"
        "![Test accuracy by scorer](figures/modules.svg)\n";
  }
  if (!lambda_figure(results).empty()) {
    text +=
        "\n## figure-lambda: weight of each signal on cora\n\nOne signal at a time, all other "
        "settings as tuned for DisGNN.\n\n![Test accuracy by lambda](figures/lambda.svg)\n";
  }
  if (!cases.empty()) {
    text +=
        "\n## figure-channels: correlation of the channels on cora\n\nPearson correlation of "
        "the edge existence ê between channels, over all edges; channels 0-3 are the homo "
        "half.\n\n![Channel correlation](figures/channels.svg)\n";
  }
  text +=
      "\n## Settings\n\nWhat differs from the defaults; `configs/` holds them as files for "
      "`disgnn train --config`.\n\n| graph | variant | settings | seconds |\n|---|---|---|---|\n";
  for (const auto& [key, result] : results) {
    text += fmt::format("| {} | {} |{} | {:.0f} |\n", key.first, key.second, settings_text(result),
                        result.seconds);
  }
  return text;
}

std::string latex_tables(const StudyResults& results) {
  std::string text;
  for (const TablePlan& plan : table_plans()) {
    const TableView view = view_of(plan, results);
    const auto columns = view.measured_columns();
    if (columns.empty()) continue;
    const auto escaped = [](std::string name) {
      for (std::size_t at = 0; (at = name.find('_', at)) != std::string::npos; at += 2) {
        name.insert(at, 1, '\\');
      }
      return name;
    };
    text += fmt::format("% {}\n\\begin{{tabular}}{{l", plan.name);
    for (std::size_t i = 0; i < columns.size(); ++i) text += "|ccc";
    text += "}\n\\hline\n";
    for (const std::size_t column : columns) {
      text += fmt::format(" & \\multicolumn{{3}}{{c}}{{{}}}", escaped(plan.datasets[column]));
    }
    text += " \\\\\n";
    for (std::size_t i = 0; i < columns.size(); ++i) text += " & ACC & F score & paper";
    text += " \\\\\n\\hline\n";
    for (std::size_t row = 0; row < plan.rows.size(); ++row) {
      text += escaped(plan.rows[row].label);
      for (const std::size_t column : columns) {
        const Entry& entry = view.entries[row][column];
        if (!entry.measured) {
          text += " & -- & -- & " + paper_latex(entry.paper);
          continue;
        }
        const std::string mean = fmt::format("{:.2f}", entry.accuracy.mean);
        text += fmt::format(" & ${}_{{\\pm{:.2f}}}$", entry.best ? "\\mathbf{" + mean + "}" : mean,
                            entry.accuracy.std);
        text += fmt::format(" & ${:.2f}_{{\\pm{:.2f}}}$", entry.macro_f1.mean, entry.macro_f1.std) +
                " & " + paper_latex(entry.paper);
      }
      text += " \\\\\n";
    }
    text += "\\hline\n\\end{tabular}\n\n";
  }
  return text;
}

void write_report(const StudyResults& results, const StudyOptions& options,
                  const Provenance& provenance) {
  const std::vector<ChannelCase> cases = channel_cases(results, options);
  std::filesystem::create_directories(options.out / "figures");
  std::filesystem::create_directories(options.out / "configs");
  const auto write = [&](const std::string& name, const std::string& content) {
    if (!content.empty()) write_file_atomically(options.out / name, content);
  };
  write("results.json", results_json(results, options, cases, provenance));
  write("RESULTS.md", markdown_report(results, options, cases, provenance));
  write("tables.tex", latex_tables(results));
  write("figures/modules.svg", scorer_figure(results));
  write("figures/lambda.svg", lambda_figure(results));
  write("figures/channels.svg", channel_figure(cases));
  for (const auto& [key, result] : results) {
    if (!result.cell.follows.empty()) continue;
    std::string toml =
        fmt::format("# {} on {}, as tuned by disgnn reproduce\n", key.second, key.first);
    toml += partial_toml(result.settings);
    write(fmt::format("configs/{}-{}.toml", key.first, key.second), toml);
  }
}

}  // namespace disgnn::reproduce
