#pragma once

#include <optional>
#include <string>
#include <vector>

#include "disgnn/tune/search_space.h"

namespace disgnn::reproduce {

/// One entry of a table or a point of a figure: a model under certain options on a graph.
struct Cell {
  std::string dataset;         ///< folder in the data root
  std::string variant;         ///< names the options in file names: "gcn", "disgnn-base+context"
  tune::OptionValues options;  ///< what makes the variant; never searched over
  std::string follows;         ///< variant whose tuned settings it takes over; empty: tuned itself
  bool searched = true;        ///< false: settings as they are, whatever the budget

  friend bool operator==(const Cell& a, const Cell& b) {
    return a.dataset == b.dataset && a.variant == b.variant;
  }
};

/// The value of the cell's option --model.
std::string model_of(const Cell& cell);

/// Accuracy and macro-F in percent with their standard deviations, as printed in the paper.
struct PaperFigure {
  double accuracy = 0;
  double accuracy_std = 0;
  std::optional<double> macro_f1;  ///< Table 3 has none
  double macro_f1_std = 0;
};

struct TableRow {
  std::string label;  ///< "GraphSage"
  std::string variant;
  bool in_paper = true;    ///< else it goes beyond the paper
  std::string champion{};  ///< variant it is tested against; empty: DisGNN
};

/// A table of the paper: rows of variants, columns of graphs.
struct TablePlan {
  std::string name;  ///< "table1"
  std::string title;
  std::vector<std::string> datasets;
  std::vector<TableRow> rows;
};

std::vector<TablePlan> table_plans();

/// The paper's figure of a row on a graph; nothing where it has none.
std::optional<PaperFigure> paper_figure(const std::string& dataset, const std::string& variant);

/// The cell of a variant on a graph.
Cell cell_of(const std::string& dataset, const std::string& variant);

// What the figures are made of.
std::vector<std::string> scorer_datasets();
std::vector<std::string> scorer_variants();
/// The paper's weights of one signal at a time, on cora.
std::vector<std::string> lambda_values();
std::string lambda_variant(const std::string& signal, const std::string& value);
std::vector<std::string> signals();
/// Base and full model with 8 channels on cora, for the correlation of the channels.
std::vector<std::string> channel_variants();
/// Campus graphs with 2 to 6 relations at default noise, and with 3 relations at rising noise.
std::vector<std::string> relation_datasets();
std::vector<std::string> noise_datasets();
/// Both, each once.
std::vector<std::string> sweep_datasets();
/// Base, then full, with at least one channel more than the campus graph has relations.
std::vector<std::string> sweep_variants(const std::string& dataset);

/// table1 .. table4, figure-modules, figure-lambda, figure-channels, figure-relations.
std::vector<std::string> experiment_names();
/// The cells an experiment needs, tuned ones first. Throws Error (kUsage) on unknown names.
std::vector<Cell> cells_of(const std::string& experiment);

}  // namespace disgnn::reproduce
