#pragma once

#include <set>
#include <string>
#include <vector>

#include "disgnn/reproduce/report.h"
#include "disgnn/run/summary.h"

namespace disgnn::reproduce {

/// One number of a table as all formats print it.
struct Entry {
  bool measured = false;
  run::Spread accuracy;  ///< percent
  run::Spread macro_f1;  ///< percent
  bool best = false;     ///< largest mean, and significantly above every other row
  /// p-value of the paired test against the champion; nothing for the champion itself.
  std::optional<double> p_value;
  std::optional<PaperFigure> paper;
};

/// entries[row][column] of a table.
struct TableView {
  TablePlan plan;
  std::vector<std::vector<Entry>> entries;

  /// Columns for which anything was measured.
  [[nodiscard]] std::vector<std::size_t> measured_columns() const;
};

/// The largest p-value that counts as significant.
constexpr double kSignificant = 0.05;

/// Names of the graphs that were given DeepWalk vectors.
std::set<std::string> embedded_graphs(const StudyResults& results);

/// Tables of which other experiments computed some cells by the way are left out.
bool is_shown(const TableView& view, const Provenance& provenance);

TableView view_of(const TablePlan& plan, const StudyResults& results);

}  // namespace disgnn::reproduce
