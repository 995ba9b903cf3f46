#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "disgnn/data/features.h"
#include "disgnn/data/split.h"
#include "disgnn/graph/graph.h"

namespace disgnn {

/// What a reader delivers and a writer takes: tables as they stand in the files, all indices
/// already checked.
struct RawDataset {
  std::string name;
  NodeId nodes = 0;
  bool directed = false;                ///< pairs are (source, target) and direction matters
  std::vector<NodePair> pairs;          ///< {row = source, column = target}
  std::vector<std::int32_t> relations;  ///< true relation of every pair, -1 = noise; or empty
  std::vector<std::string> relation_names;
  /// [relations][nodes] true group of every node in every relation, -1 = none; or empty.
  std::vector<std::vector<std::int32_t>> memberships;
  Features features;                       ///< [nodes, d] or none
  std::vector<std::string> feature_names;  ///< [d], or empty where the data names none
  std::vector<std::int32_t> labels;        ///< [nodes], -1 = unlabelled; empty = the data has none
  std::vector<std::string> class_names;    ///< index = label; empty = classes are called by number
  std::vector<std::string> node_ids;       ///< original ids; empty = 0 .. nodes-1
  std::vector<std::vector<Role>> public_splits;
  std::vector<std::string> warnings;  ///< things a user should know but that stop nothing
};

/// A graph ready to be learnt from.
struct Dataset {
  static constexpr std::int32_t kNoiseRelation = -1;
  static constexpr std::int32_t kSelfLoopRelation = -2;

  std::string name;
  Graph graph;
  GraphCounts counts;
  Features features;
  bool embedded_features = false;  ///< the data has none: DeepWalk vectors stand in for them
  std::vector<std::string> feature_names;  ///< [d], or empty where the data names none
  std::vector<std::int32_t> labels;        ///< [N], -1 = unlabelled
  std::int32_t classes = 0;
  std::vector<std::string> class_names;  ///< [classes], always filled
  std::vector<std::string> node_ids;     ///< empty = 0 .. N-1
  std::vector<std::vector<Role>> public_splits;
  /// [E] true relation of every entry (kNoiseRelation, kSelfLoopRelation); empty = not known.
  std::vector<std::int32_t> entry_relations;
  std::vector<std::string> relation_names;  ///< filled when entry_relations is
  /// [relations][N] true group of every node in every relation, -1 = none; empty = not known.
  std::vector<std::vector<std::int32_t>> memberships;
  std::vector<std::string> warnings;

  [[nodiscard]] NodeId nodes() const { return graph.nodes(); }
  [[nodiscard]] std::string id_of(NodeId v) const;
};

/// Builds the graph and carries labels, ids and relations over. Throws Error (kInput) on a graph
/// without nodes.
Dataset make_dataset(RawDataset raw);

}  // namespace disgnn
