#include "disgnn/data/audit.h"

#include <algorithm>
#include <vector>

namespace disgnn {
namespace {

std::int64_t constant_columns(const DenseFeatures& features) {
  std::vector<bool> varies(features.columns, false);
  for (std::int64_t i = features.columns; i < features.rows * features.columns; ++i) {
    const std::int64_t column = i % features.columns;
    if (features.values[i] != features.values[column]) varies[column] = true;
  }
  return std::count(varies.begin(), varies.end(), false);
}

std::int64_t constant_columns(const SparseFeatures& features) {
  // A column varies when two of its non-zero values differ, or when only some rows have one.
  struct Column {
    float first = 0;
    std::int64_t non_zeros = 0;
    bool varies = false;
  };
  std::vector<Column> columns(features.columns);
  for (std::size_t k = 0; k < features.values.size(); ++k) {
    if (features.values[k] == 0) continue;
    Column& column = columns[features.column_indices[k]];
    if (column.non_zeros++ == 0) column.first = features.values[k];
    if (features.values[k] != column.first) column.varies = true;
  }
  return std::count_if(columns.begin(), columns.end(), [&](const Column& column) {
    return !column.varies && (column.non_zeros == 0 || column.non_zeros == features.rows);
  });
}

std::int64_t constant_columns(std::monostate /*none*/) {
  return 0;
}

bool all_zero(const std::vector<float>& values, std::int64_t begin, std::int64_t end) {
  return std::all_of(values.begin() + begin, values.begin() + end,
                     [](float value) { return value == 0; });
}

std::int64_t zero_rows(const DenseFeatures& features) {
  std::int64_t count = 0;
  for (std::int64_t r = 0; r < features.rows; ++r) {
    count += all_zero(features.values, r * features.columns, (r + 1) * features.columns) ? 1 : 0;
  }
  return count;
}

std::int64_t zero_rows(const SparseFeatures& features) {
  std::int64_t count = 0;
  for (std::int64_t r = 0; r < features.rows; ++r) {
    count += all_zero(features.values, features.offsets[r], features.offsets[r + 1]) ? 1 : 0;
  }
  return count;
}

std::int64_t zero_rows(std::monostate /*none*/) {
  return 0;
}

}  // namespace

std::int64_t count_constant_columns(const Features& features) {
  return std::visit([](const auto& table) { return constant_columns(table); }, features);
}

std::int64_t count_zero_rows(const Features& features) {
  return std::visit([](const auto& table) { return zero_rows(table); }, features);
}

DatasetAudit audit_dataset(const Dataset& data) {
  DatasetAudit audit;
  audit.duplicated = find_duplicated_nodes(data.graph, data.labels);
  audit.self_loops = data.counts.self_loops;
  audit.repeated_pairs = data.counts.repeated_pairs;
  audit.constant_columns = count_constant_columns(data.features);
  audit.zero_rows = count_zero_rows(data.features);
  audit.unlabelled_nodes = std::count_if(data.labels.begin(), data.labels.end(),
                                         [](std::int32_t label) { return label < 0; });
  if (data.nodes() > 0) {
    audit.unlabelled_share =
        static_cast<double>(audit.unlabelled_nodes) / static_cast<double>(data.nodes());
  }
  return audit;
}

}  // namespace disgnn
