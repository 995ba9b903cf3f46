#include "disgnn/data/random_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "disgnn/core/error.h"
#include "disgnn/core/random.h"

namespace disgnn {
namespace {

constexpr std::int32_t kClasses = 10;
/// From here on a dense matrix is smaller and faster than a sparse one.
constexpr double kDenseFrom = 0.2;

/// What is drawn; part of each stream's key.
enum RandomGraphPart : std::uint16_t { kPairs, kLabels, kRowSizes, kColumns, kValues };

RandomStream random_graph_stream(const RandomGraphOptions& options, RandomGraphPart part,
                                 std::uint32_t step = 0) {
  return {options.seed, RandomPurpose::kRandomGraph, step, part};
}

void check_random_graph_options(const RandomGraphOptions& options) {
  for (const RandomGraphOption& option : random_graph_options()) {
    const double value =
        std::visit([&](auto field) { return static_cast<double>(options.*field); }, option.field);
    if (value >= option.min && value <= option.max) continue;  // never true of NaN
    throw usage_error(fmt::format("random graph: {} is {}", option.name, value),
                      fmt::format("choose a value from {} to {}", option.min, option.max));
  }
  if (options.entries < options.nodes) {
    throw usage_error(
        fmt::format("random graph: {} entries for {} nodes", options.entries, options.nodes),
        "every node has a self loop, so give at least as many entries as nodes");
  }
}

std::vector<NodePair> random_pairs(const RandomGraphOptions& options) {
  const RandomStream stream = random_graph_stream(options, kPairs);
  std::vector<NodePair> pairs((options.entries - options.nodes) / 2);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i] = {static_cast<NodeId>(stream.below(2 * i, options.nodes)),
                static_cast<NodeId>(stream.below(2 * i + 1, options.nodes))};
  }
  return pairs;
}

std::vector<std::int32_t> random_labels(const RandomGraphOptions& options) {
  const RandomStream stream = random_graph_stream(options, kLabels);
  std::vector<std::int32_t> labels(options.nodes);
  for (NodeId v = 0; v < options.nodes; ++v) {
    labels[v] = static_cast<std::int32_t>(stream.below(v, kClasses));
  }
  return labels;
}

SparseFeatures random_features(const RandomGraphOptions& options) {
  const RandomStream sizes = random_graph_stream(options, kRowSizes);
  const RandomStream values = random_graph_stream(options, kValues);
  const double mean = options.density * options.features;
  SparseFeatures features{options.nodes, options.features, {0}, {}, {}};
  for (NodeId v = 0; v < options.nodes; ++v) {
    // Rounded up or down at random: the density is met on average even below one per row.
    const auto size = std::min<std::int64_t>(
        options.features, static_cast<std::int64_t>(std::floor(mean + sizes.uniform(v))));
    const RandomPermutation column(
        options.features, random_graph_stream(options, kColumns, static_cast<std::uint32_t>(v)));
    auto& columns = features.column_indices;
    for (std::int64_t i = 0; i < size; ++i) {
      columns.push_back(static_cast<std::int32_t>(column(i)));
    }
    std::sort(columns.end() - size, columns.end());
    features.offsets.push_back(static_cast<std::int64_t>(columns.size()));
  }
  features.values.resize(features.column_indices.size());
  for (std::size_t i = 0; i < features.values.size(); ++i) {
    features.values[i] = static_cast<float>(values.uniform(i));
  }
  return features;
}

DenseFeatures densified(const SparseFeatures& sparse) {
  DenseFeatures dense{sparse.rows, sparse.columns, {}};
  dense.values.resize(sparse.rows * sparse.columns);
  for (std::int64_t row = 0; row < sparse.rows; ++row) {
    for (std::int64_t i = sparse.offsets[row]; i < sparse.offsets[row + 1]; ++i) {
      dense.values[row * sparse.columns + sparse.column_indices[i]] = sparse.values[i];
    }
  }
  return dense;
}

}  // namespace

std::span<const RandomGraphOption> random_graph_options() {
  using O = RandomGraphOptions;
  static constexpr double kMostNodes = std::numeric_limits<NodeId>::max() - 1;
  static constexpr RandomGraphOption kOptions[] = {
      {"nodes", "nodes of a random graph", 100, kMostNodes, &O::nodes},
      {"entries", "its edges in both directions and self loops", 100, 1e12, &O::entries},
      {"features", "its features", 1, 1e9, &O::features},
      {"density", "share of its features that are set", 0, 1, &O::density}};
  return kOptions;
}

RawDataset generate_random_graph(const RandomGraphOptions& options) {
  check_random_graph_options(options);
  RawDataset data;
  data.name = "random";
  data.nodes = options.nodes;
  data.pairs = random_pairs(options);
  data.labels = random_labels(options);
  SparseFeatures features = random_features(options);
  if (options.density < kDenseFrom) {
    data.features = std::move(features);
  } else {
    data.features = densified(features);
  }
  return data;
}

}  // namespace disgnn
