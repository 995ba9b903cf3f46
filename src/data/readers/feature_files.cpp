#include "feature_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/data/matrix_market.h"
#include "sparse_rows.h"

namespace disgnn {
namespace {

constexpr const char* kSaveCsr = "save it with scipy.sparse.save_npz(file, matrix.tocsr())";

void check_finite(float value, std::int64_t row, std::int64_t column, const std::string& source) {
  if (std::isfinite(value)) return;
  throw input_error(
      Where{source},
      fmt::format("row {}, column {} (counted from 0): the feature is {}", row, column, value),
      "replace it by a finite number (32 bits)");
}

/// Column numbers have 32 bits, and features without columns are a mistake rather than a wish.
void check_shape(std::int64_t rows, std::int64_t columns, const std::string& source) {
  if (rows >= 0 && columns >= 1 && columns <= std::numeric_limits<std::int32_t>::max()) return;
  throw input_error(Where{source},
                    fmt::format("has shape [{}, {}], which no feature table has", rows, columns),
                    "save an array [nodes, features], or leave the file out");
}

void check_csr(const SparseFeatures& features, const std::vector<std::int64_t>& columns,
               const std::string& source) {
  const auto stored = static_cast<std::int64_t>(columns.size());
  const auto& offsets = features.offsets;
  if (static_cast<std::int64_t>(offsets.size()) - 1 != features.rows || offsets.front() != 0 ||
      offsets.back() != stored || !std::is_sorted(offsets.begin(), offsets.end())) {
    throw input_error(Where{source}, "the row offsets 'indptr' do not fit the shape and 'indices'",
                      kSaveCsr);
  }
  if (static_cast<std::int64_t>(features.values.size()) != stored) {
    throw input_error(
        Where{source},
        fmt::format("has {} values but {} column indices", features.values.size(), stored),
        kSaveCsr);
  }
  for (std::int64_t row = 0; row < features.rows; ++row) {
    for (std::int64_t k = offsets[row]; k < offsets[row + 1]; ++k) {
      if (columns[k] < 0 || columns[k] >= features.columns) {
        throw input_error(Where{source},
                          fmt::format("row {} (counted from 0): column index {} is outside 0 .. {}",
                                      row, columns[k], features.columns - 1),
                          kSaveCsr);
      }
      check_finite(features.values[k], row, columns[k], source);
    }
  }
}

DenseFeatures dense_from_matrix(const MatrixMarket& matrix) {
  DenseFeatures features{matrix.rows, matrix.columns, {}};
  features.values.resize(matrix.entries.size());
  for (const MatrixMarket::Entry& entry : matrix.entries) {
    features.values[entry.row * matrix.columns + entry.column] = entry.value;
  }
  return features;
}

/// Counting sort of the entries by row. O(rows + entries).
SparseFeatures sparse_from_matrix(const MatrixMarket& matrix) {
  SparseFeatures features{matrix.rows, matrix.columns, {}, {}, {}};
  features.offsets.assign(matrix.rows + 1, 0);
  for (const MatrixMarket::Entry& entry : matrix.entries) ++features.offsets[entry.row + 1];
  for (std::int64_t row = 0; row < matrix.rows; ++row) {
    features.offsets[row + 1] += features.offsets[row];
  }
  features.column_indices.resize(matrix.entries.size());
  features.values.resize(matrix.entries.size());
  std::vector<std::int64_t> next(features.offsets.begin(), features.offsets.end() - 1);
  for (const MatrixMarket::Entry& entry : matrix.entries) {
    const std::int64_t at = next[entry.row]++;
    features.column_indices[at] = entry.column;
    features.values[at] = entry.value;
  }
  sort_columns(features);
  return features;
}

Features features_from_matrix(const MatrixMarket& matrix, NodeCount& nodes) {
  check_shape(matrix.rows, matrix.columns, matrix.source);
  if (matrix.symmetric) {
    throw input_error(Where{matrix.source}, "features cannot be a symmetric matrix",
                      "write it as a general matrix");
  }
  // Before anything is allocated: a size line may announce rows that nobody has written.
  nodes.agree(matrix.rows, matrix.source);
  if (matrix.dense) return dense_from_matrix(matrix);
  return sparse_from_matrix(matrix);
}

}  // namespace

DenseFeatures dense_features_from_array(const NpyArray& array) {
  if (array.shape().size() != 2) {
    throw input_error(
        Where{array.source()},
        fmt::format("has shape {}, features need [nodes, features]", array.shape_text()),
        "reshape it to two dimensions");
  }
  DenseFeatures features{array.shape()[0], array.shape()[1], array.floats()};
  check_shape(features.rows, features.columns, array.source());
  for (std::size_t i = 0; i < features.values.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    check_finite(features.values[i], at / features.columns, at % features.columns, array.source());
  }
  return features;
}

SparseFeatures sparse_features_from_npz(const NpzFile& file) {
  const std::vector<std::string> format = file.read("format").strings();
  if (format.size() != 1 || format[0] != "csr") {
    throw input_error(
        Where{file.source()},
        fmt::format("is a sparse matrix of format '{}', not csr", format.empty() ? "" : format[0]),
        kSaveCsr);
  }
  const std::vector<std::int64_t> shape = file.read("shape").integers();
  if (shape.size() != 2) {
    throw input_error(Where{file.source()}, "the shape does not have two numbers", kSaveCsr);
  }
  check_shape(shape[0], shape[1], file.source());
  SparseFeatures features{
      shape[0], shape[1], file.read("indptr").integers(), {}, file.read("data").floats()};
  const std::vector<std::int64_t> columns = file.read("indices").integers();
  check_csr(features, columns, file.source());
  features.column_indices.assign(columns.begin(), columns.end());
  sort_columns(features);
  return features;
}

Features read_features_file(const std::filesystem::path& path, NodeCount& nodes) {
  const std::string extension =
      path.extension() == ".gz" ? path.stem().extension() : path.extension();
  if (extension == ".mtx") return features_from_matrix(read_matrix_market(path), nodes);
  Features features;
  if (extension == ".npy") {
    features = dense_features_from_array(parse_npy(read_file(path), path));
  } else if (extension == ".npz") {
    features = sparse_features_from_npz(NpzFile(path));
  } else {
    throw input_error(Where{path.string()}, "is no feature file that disgnn reads",
                      "use .npy (dense), .npz (SciPy CSR) or .mtx");
  }
  nodes.agree(feature_rows(features), path.string());
  return features;
}

}  // namespace disgnn
