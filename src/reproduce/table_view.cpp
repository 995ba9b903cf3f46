#include "reproduce/table_view.h"

#include <algorithm>

#include "disgnn/reproduce/significance.h"

namespace disgnn::reproduce {
namespace {

std::optional<double> p_value(const CellResult& a, const CellResult& b) {
  const auto x = percentages(a, &run::RunResult::test_accuracy);
  const auto y = percentages(b, &run::RunResult::test_accuracy);
  return x.size() == y.size() ? paired_t_test(x, y) : std::nullopt;
}

/// Larger on average than all others, and not by chance.
bool is_best(const std::vector<const CellResult*>& column, const CellResult& candidate) {
  const auto mean = [](const CellResult& result) {
    return run::spread(percentages(result, &run::RunResult::test_accuracy)).mean;
  };
  const bool alone = std::all_of(column.begin(), column.end(), [&](const CellResult* other) {
    return other == nullptr || other == &candidate;
  });
  return !alone && std::all_of(column.begin(), column.end(), [&](const CellResult* other) {
    if (other == nullptr || other == &candidate) return true;
    const auto p = p_value(candidate, *other);
    return mean(candidate) > mean(*other) && p && *p < kSignificant;
  });
}

/// The rows that have the same champion: those that are compared with each other.
std::vector<const CellResult*> rivals_of(const TablePlan& plan,
                                         const std::vector<const CellResult*>& cells,
                                         std::size_t row) {
  std::vector<const CellResult*> rivals;
  for (std::size_t other = 0; other < cells.size(); ++other) {
    if (plan.rows[other].champion == plan.rows[row].champion) rivals.push_back(cells[other]);
  }
  return rivals;
}

}  // namespace

std::vector<std::size_t> TableView::measured_columns() const {
  std::vector<std::size_t> columns;
  for (std::size_t column = 0; column < plan.datasets.size(); ++column) {
    if (std::any_of(entries.begin(), entries.end(),
                    [&](const auto& row) { return row[column].measured; })) {
      columns.push_back(column);
    }
  }
  return columns;
}

std::set<std::string> embedded_graphs(const StudyResults& results) {
  std::set<std::string> names;
  for (const auto& [key, result] : results) {
    if (result.embedded_features) names.insert(key.first);
  }
  return names;
}

bool is_shown(const TableView& view, const Provenance& provenance) {
  const auto is_measured = [](const std::vector<Entry>& row) {
    return std::any_of(row.begin(), row.end(), [](const Entry& entry) { return entry.measured; });
  };
  const bool asked = std::find(provenance.experiments.begin(), provenance.experiments.end(),
                               view.plan.name) != provenance.experiments.end();
  return asked ? std::any_of(view.entries.begin(), view.entries.end(), is_measured)
               : std::all_of(view.entries.begin(), view.entries.end(), is_measured);
}

TableView view_of(const TablePlan& plan, const StudyResults& results) {
  TableView view{plan, std::vector<std::vector<Entry>>(plan.rows.size(),
                                                       std::vector<Entry>(plan.datasets.size()))};
  for (std::size_t column = 0; column < plan.datasets.size(); ++column) {
    const std::string& dataset = plan.datasets[column];
    std::vector<const CellResult*> cells;
    for (const TableRow& row : plan.rows)
      cells.push_back(find_result(results, dataset, row.variant));
    for (std::size_t row = 0; row < plan.rows.size(); ++row) {
      Entry& entry = view.entries[row][column];
      entry.paper = paper_figure(dataset, plan.rows[row].variant);
      if (cells[row] == nullptr) continue;
      entry.measured = true;
      entry.accuracy = run::spread(percentages(*cells[row], &run::RunResult::test_accuracy));
      entry.macro_f1 = run::spread(percentages(*cells[row], &run::RunResult::test_macro_f1));
      entry.best = cells[row]->runs.size() > 1 && is_best(rivals_of(plan, cells, row), *cells[row]);
      const std::string& tested_against = plan.rows[row].champion;
      const CellResult* const champion =
          find_result(results, dataset, tested_against.empty() ? "disgnn" : tested_against);
      if (champion != nullptr && champion != cells[row]) {
        entry.p_value = p_value(*champion, *cells[row]);
      }
    }
  }
  return view;
}

}  // namespace disgnn::reproduce
