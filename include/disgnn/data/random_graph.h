#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "disgnn/data/dataset.h"

namespace disgnn {

/// A graph without structure to measure on; the default sizes are those of Cora.
struct RandomGraphOptions {
  NodeId nodes = 2708;
  std::int64_t entries = 13264;
  std::int32_t features = 1433;
  double density = 0.01;
  std::uint64_t seed = 0;
};

/// Name, meaning and range of one size: what the command line offers and the generator checks.
struct RandomGraphOption {
  std::string_view name;
  std::string_view help;
  double min;
  double max;
  std::variant<std::int32_t RandomGraphOptions::*, std::int64_t RandomGraphOptions::*,
               double RandomGraphOptions::*>
      field;
};
std::span<const RandomGraphOption> random_graph_options();

/// (entries - nodes) / 2 random pairs, ten random classes, and features of which each is set with
/// probability `density`. Pairs drawn twice or joining a node to itself are lost when the graph is
/// built, so its entries fall a little short of the number asked for. Features are sparse below a
/// density of one fifth and dense from there on.
///
/// Depends on the options alone. O(nodes + entries + features set). Throws Error (kUsage) on
/// options out of range.
RawDataset generate_random_graph(const RandomGraphOptions& options);

}  // namespace disgnn
