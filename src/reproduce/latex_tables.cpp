#include <fmt/format.h>

#include <set>

#include "disgnn/reproduce/report.h"
#include "reproduce/table_view.h"

namespace disgnn::reproduce {
namespace {

std::string paper_latex(const std::optional<PaperFigure>& paper) {
  if (!paper) return "--";
  std::string text = fmt::format("${:.2f}_{{\\pm{:.2f}}}$", paper->accuracy, paper->accuracy_std);
  if (paper->macro_f1) text += fmt::format(" / ${:.2f}$", *paper->macro_f1);
  return text;
}

std::string p_latex(const std::optional<double>& p) {
  return p ? fmt::format(" {{\\scriptsize $p$={:.3f}}}", *p) : "";
}

}  // namespace

std::string latex_tables(const StudyResults& results, const Provenance& provenance) {
  const std::set<std::string> embedded = embedded_graphs(results);
  std::string text;
  for (const TablePlan& plan : table_plans()) {
    const TableView view = view_of(plan, results);
    const auto columns = view.measured_columns();
    if (!is_shown(view, provenance)) continue;
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
      const std::string& dataset = plan.datasets[column];
      text += fmt::format(" & \\multicolumn{{3}}{{c}}{{{}{}}}", escaped(dataset),
                          embedded.contains(dataset) ? "$^\\ddagger$" : "");
    }
    text += " \\\\\n";
    for (std::size_t i = 0; i < columns.size(); ++i) text += " & ACC & F score & paper";
    text += " \\\\\n\\hline\n";
    for (std::size_t row = 0; row < plan.rows.size(); ++row) {
      text += escaped(plan.rows[row].label) + (plan.rows[row].in_paper ? "" : "$^\\dagger$");
      for (const std::size_t column : columns) {
        const Entry& entry = view.entries[row][column];
        if (!entry.measured) {
          text += " & -- & -- & " + paper_latex(entry.paper);
          continue;
        }
        const std::string mean = fmt::format("{:.2f}", entry.accuracy.mean);
        text += fmt::format(" & ${}_{{\\pm{:.2f}}}$", entry.best ? "\\mathbf{" + mean + "}" : mean,
                            entry.accuracy.std) +
                p_latex(entry.p_value);
        text += fmt::format(" & ${:.2f}_{{\\pm{:.2f}}}$", entry.macro_f1.mean, entry.macro_f1.std) +
                " & " + paper_latex(entry.paper);
      }
      text += " \\\\\n";
    }
    text += "\\hline\n\\end{tabular}\n\n";
  }
  return text;
}

}  // namespace disgnn::reproduce
