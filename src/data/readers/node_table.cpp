#include "node_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "../csv_columns.h"
#include "../node_ids.h"
#include "../numbers.h"
#include "categories.h"
#include "disgnn/core/error.h"

namespace disgnn {
namespace {

/// A column that may turn out to be a feature.
struct Candidate {
  Candidate(std::size_t position, std::string title) : column(position), name(std::move(title)) {}

  std::size_t column;
  std::string name;
  std::vector<float> values;  ///< filled as long as all cells are numbers
  bool has_number = false;
  std::vector<double> whole;  ///< the same cells as long as all are whole numbers
  bool is_whole = true;
  std::optional<Where> first_bad;
  std::string bad_text;

  void add(const std::string& cell, const Where& where) {
    const auto value = parse_finite(cell);
    has_number = has_number || value.has_value();
    if (!value && !first_bad) {
      first_bad = where;
      bad_text = cell;
      values = {};
    }
    if (!first_bad) values.push_back(*value);
    if (is_whole) add_whole(cell);
  }

  /// Numbers of ids are long: a float would make one of many.
  void add_whole(const std::string& cell) {
    double number = 0;
    const auto [stop, failure] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    is_whole = failure == std::errc() && stop == cell.data() + cell.size() &&
               std::isfinite(number) && number == std::floor(number);
    if (is_whole) {
      whole.push_back(number);
    } else {
      whole = {};
    }
  }

  /// Whole numbers that are all different name the rows rather than describe them. Few rows may
  /// differ by chance.
  [[nodiscard]] bool looks_like_ids() const {
    constexpr std::size_t kFewRows = 32;
    if (!is_whole || whole.size() < kFewRows) return false;
    std::vector<double> sorted = whole;
    std::ranges::sort(sorted);
    return std::ranges::adjacent_find(sorted) == sorted.end();
  }
};

/// "nan", "-inf" and the like: meant as a number, but none to learn from.
bool means_no_finite_number(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  return failure == std::errc() && stop == end && !std::isfinite(value);
}

class NodeTableReader {
 public:
  NodeTableReader(const std::filesystem::path& path, const DataSource& source)
      : table_(path), source_(source), header_(read_header(table_)) {
    choose_columns();
  }

  NodeTable read() {
    for (CsvRow row; table_.next(row);) add_row(row);
    if (result_.ids.empty()) {
      throw input_error(Where{table_.source()}, "has no rows", "add one row per node");
    }
    check_ids();
    finish_labels();
    finish_features();
    return std::move(result_);
  }

 private:
  void choose_columns() {
    id_column_ = source_.id_column.empty() ? find_column(header_, "id").value_or(0)
                                           : require_column(table_, header_, source_.id_column);
    label_column_ = find_column(header_, source_.label_column);
    if (!label_column_ && source_.label_column != DataSource().label_column &&
        !source_.columns_may_be_missing) {
      require_column(table_, header_, source_.label_column);  // throws, listing the columns
    }
    if (label_column_ == id_column_) {
      throw input_error(table_.where(header_, id_column_),
                        fmt::format("column '{}' is both id and label", header_.cells[id_column_]),
                        "name two different columns");
    }
    for (const std::string& name : source_.ignored_columns) {
      if (!source_.columns_may_be_missing) require_column(table_, header_, name);
    }
    for (const std::string& name : source_.feature_columns) {
      candidates_.emplace_back(require_column(table_, header_, name), name);
    }
    if (source_.feature_columns.empty()) find_candidates();
    labels_.source = table_.source();
    labels_.column = static_cast<std::int64_t>(label_column_.value_or(0)) + 1;
  }

  void find_candidates() {
    for (std::size_t i = 0; i < header_.cells.size(); ++i) {
      const auto& ignored = source_.ignored_columns;
      if (i == id_column_ || i == label_column_) continue;
      if (std::find(ignored.begin(), ignored.end(), header_.cells[i]) != ignored.end()) continue;
      if (header_.cells[i].empty()) {  // as pandas writes its index
        result_.warnings.push_back(
            fmt::format("{}: column {} has no name and is left out", table_.source(), i + 1));
        continue;
      }
      candidates_.emplace_back(i, header_.cells[i]);
    }
  }

  void add_row(CsvRow& row) {
    if (row.cells[id_column_].empty()) {
      throw input_error(table_.where(row, id_column_), "the node id is empty",
                        "give every node an id");
    }
    if (result_.ids.size() == static_cast<std::size_t>(std::numeric_limits<NodeId>::max())) {
      throw input_error(table_.where(row, id_column_), "there are more than 2147483647 nodes",
                        "split the graph: node numbers have 32 bits");
    }
    for (Candidate& candidate : candidates_) {
      candidate.add(row.cells[candidate.column], table_.where(row, candidate.column));
    }
    lines_.push_back(row.line);
    if (label_column_) labels_.cells.push_back(std::move(row.cells[*label_column_]));
    result_.ids.push_back(std::move(row.cells[id_column_]));
  }

  void check_ids() const {
    const NodeIdIndex index(result_.ids, static_cast<NodeId>(result_.ids.size()));
    const auto again = index.duplicate();
    if (!again) return;
    const std::string& id = result_.ids[*again];
    throw input_error(
        Where{table_.source(), lines_[*again], static_cast<std::int64_t>(id_column_) + 1},
        fmt::format("node id '{}' occurs twice, first in line {}", id, lines_[*index.find(id)]),
        "give every node an id of its own");
  }

  void finish_labels() {
    if (!label_column_) return;
    labels_.lines = lines_;
    Categories classes = categorise(labels_);
    result_.labels = std::move(classes.codes);
    result_.class_names = std::move(classes.names);
    const auto marked = std::count_if(labels_.cells.begin(), labels_.cells.end(),
                                      [](const auto& cell) { return parse_finite(cell) == -1.0F; });
    if (marked > 0) {
      result_.warnings.push_back(
          fmt::format("{}: {} nodes with label -1 count as unlabelled", table_.source(), marked));
    }
  }

  void finish_features() {
    check_mixed_columns();
    if (source_.feature_columns.empty()) leave_out_columns();
    if (candidates_.empty()) return;
    DenseFeatures features{static_cast<std::int64_t>(result_.ids.size()),
                           static_cast<std::int64_t>(candidates_.size()),
                           {}};
    features.values.reserve(features.rows * features.columns);
    for (std::int64_t row = 0; row < features.rows; ++row) {
      for (const Candidate& candidate : candidates_) {
        features.values.push_back(candidate.values[row]);
      }
    }
    result_.features = std::move(features);
    for (const Candidate& candidate : candidates_) result_.feature_names.push_back(candidate.name);
  }

  /// Those that say nothing to learn from, with a notice.
  void leave_out_columns() {
    std::erase_if(candidates_, [this](const Candidate& candidate) {
      if (candidate.has_number && !candidate.looks_like_ids()) return false;
      result_.warnings.push_back(
          candidate.has_number
              ? fmt::format("{}: column '{}' looks like an id (whole numbers, all different) and "
                            "is left out; name it in --feature-columns if it is a feature",
                            table_.source(), candidate.name)
              : fmt::format("{}: column '{}' holds no numbers and is left out", table_.source(),
                            candidate.name));
      return true;
    });
  }

  /// Of all columns that hold numbers and something else, the mistake that comes first.
  void check_mixed_columns() const {
    const Candidate* first = nullptr;
    for (const Candidate& candidate : candidates_) {
      const bool numeric = candidate.has_number || means_no_finite_number(candidate.bad_text) ||
                           !source_.feature_columns.empty();
      if (!numeric || !candidate.first_bad) continue;
      if (first == nullptr || candidate.first_bad->line < first->first_bad->line) {
        first = &candidate;
      }
    }
    if (first == nullptr) return;
    throw input_error(*first->first_bad,
                      first->bad_text.empty()
                          ? fmt::format("a cell of the numeric column '{}' is empty", first->name)
                          : fmt::format("'{}' in the numeric column '{}' is not a finite number",
                                        first->bad_text, first->name),
                      fmt::format("fix the cell or use --ignore-columns {}", first->name));
  }

  CsvReader table_;
  const DataSource& source_;
  CsvRow header_;
  std::size_t id_column_ = 0;
  std::optional<std::size_t> label_column_;
  std::vector<Candidate> candidates_;
  TextColumn labels_;
  std::vector<std::int64_t> lines_;
  NodeTable result_;
};

}  // namespace

NodeTable read_node_table(const std::filesystem::path& path, const DataSource& source) {
  return NodeTableReader(path, source).read();
}

void move_into(NodeTable&& table, RawDataset& data) {
  data.features = std::move(table.features);
  data.feature_names = std::move(table.feature_names);
  data.labels = std::move(table.labels);
  data.class_names = std::move(table.class_names);
  data.node_ids = std::move(table.ids);
  drop_plain_numbering(data.node_ids);
  data.warnings = std::move(table.warnings);
}

}  // namespace disgnn
