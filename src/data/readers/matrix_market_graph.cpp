#include "matrix_market_graph.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "../node_ids.h"
#include "../numbers.h"
#include "disgnn/core/error.h"
#include "disgnn/data/matrix_market.h"
#include "feature_files.h"
#include "label_files.h"
#include "node_count.h"
#include "node_table.h"
#include "source_paths.h"

namespace disgnn {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kLabelExtensions{".txt", ".csv", ".npy"};
constexpr std::array<std::string_view, 3> kFeatureExtensions{".mtx", ".npy", ".npz"};

/// The matrix's entries as pairs; explicit zeros are no edges. A symmetric matrix stores one of two
/// directions, which matters only when direction is kept.
std::vector<NodePair> pairs_from_matrix(const MatrixMarket& matrix, bool directed) {
  std::vector<NodePair> pairs;
  pairs.reserve(matrix.entries.size());
  for (const MatrixMarket::Entry& entry : matrix.entries) {
    if (entry.value == 0) continue;
    pairs.push_back({entry.row, entry.column});
    if (directed && matrix.symmetric && entry.row != entry.column) {
      pairs.push_back({entry.column, entry.row});
    }
  }
  return pairs;
}

MatrixMarket read_adjacency(const fs::path& path) {
  MatrixMarket matrix = read_matrix_market(path);
  if (matrix.dense) {
    throw input_error(Where{matrix.source, 1}, "lists all values of the matrix (format 'array')",
                      "write the adjacency matrix in the format 'coordinate'");
  }
  if (matrix.rows != matrix.columns) {
    throw input_error(Where{matrix.source},
                      fmt::format("the matrix is {} x {}, not square", matrix.rows, matrix.columns),
                      "give an adjacency matrix [nodes, nodes]");
  }
  return matrix;
}

bool numbers_out_of_order(const std::vector<std::string>& ids) {
  std::optional<std::int64_t> last;
  for (const std::string& id : ids) {
    const auto number = parse_integer(id);
    if (!number) return false;
    if (last && *number < *last) return true;
    last = number;
  }
  return false;
}

/// Ids, labels and features from a table whose rows are in the order of the matrix.
void add_node_table(const DataSource& source, NodeCount& count, RawDataset& data) {
  if (!source.features_file.empty() || !source.labels_file.empty()) {
    throw usage_error("labels and features are given both by a node table and by side files",
                      "name either the one or the others");
  }
  NodeTable table = read_node_table(source.nodes_file, source);
  if (numbers_out_of_order(table.ids)) {
    table.warnings.push_back(
        fmt::format("{}: rows belong to the nodes in the order of the matrix, but their ids are "
                    "numbers in another order",
                    source.nodes_file));
  }
  count.agree(static_cast<std::int64_t>(table.ids.size()), source.nodes_file);
  move_into(std::move(table), data);
}

/// A side file that was named, else one that lies beside the matrix.
std::optional<fs::path> side_file(const std::string& named, const fs::path& matrix,
                                  const std::string& kind,
                                  std::span<const std::string_view> extensions) {
  if (!named.empty()) return named;
  return find_with_extension(matrix.parent_path(), dataset_name(matrix) + kind, extensions);
}

void add_side_files(const DataSource& source, const fs::path& matrix, NodeCount& count,
                    RawDataset& data) {
  if (const auto file = side_file(source.labels_file, matrix, "_labels", kLabelExtensions)) {
    Categories labels = read_labels_file(*file, source.label_column, count.value());
    data.labels = std::move(labels.codes);
    data.class_names = std::move(labels.names);
  }
  if (const auto file = side_file(source.features_file, matrix, "_features", kFeatureExtensions)) {
    data.features = read_features_file(*file, count);
  }
}

}  // namespace

std::string MatrixMarketReader::description() const {
  return "MatrixMarket adjacency X.mtx with X_labels.{txt,csv,npy} and X_features.{mtx,npy,npz} "
         "beside it, or with --nodes FILE";
}

bool MatrixMarketReader::recognises(const DataSource& source) const {
  return has_extension(source.path.empty() ? source.edges_file : source.path, ".mtx");
}

RawDataset MatrixMarketReader::read(const DataSource& source) const {
  const fs::path path = source.path.empty() ? source.edges_file : source.path;
  const MatrixMarket matrix = read_adjacency(path);
  NodeCount count;
  count.agree(matrix.rows, path.string());
  RawDataset data;
  data.name = dataset_name(path);
  data.nodes = count.value();
  data.directed = source.directed;
  data.pairs = pairs_from_matrix(matrix, source.directed);
  if (source.nodes_file.empty()) {
    add_side_files(source, path, count, data);
    // MatrixMarket counts from 1, and so do all outputs.
    data.node_ids.reserve(data.nodes);
    for (NodeId v = 0; v < data.nodes; ++v) data.node_ids.push_back(fmt::format("{}", v + 1));
  } else {
    add_node_table(source, count, data);
  }
  return data;
}

}  // namespace disgnn
