#pragma once

#include <rapidcheck.h>

#include <vector>

#include "disgnn/graph/graph.h"

namespace disgnn {

/// A small list of pairs as a user might hand it in: repeated pairs and self loops included.
struct PairList {
  NodeId nodes;
  std::vector<NodePair> pairs;
};

inline PairList arbitrary_pair_list() {
  const NodeId nodes = *rc::gen::inRange<NodeId>(1, 12);
  const auto ends = *rc::gen::container<std::vector<std::pair<NodeId, NodeId>>>(
      rc::gen::pair(rc::gen::inRange<NodeId>(0, nodes), rc::gen::inRange<NodeId>(0, nodes)));
  PairList list{nodes, {}};
  for (const auto& [source, target] : ends) list.pairs.push_back({source, target});
  return list;
}

inline Graph arbitrary_graph() {
  const PairList list = arbitrary_pair_list();
  return build_graph(list.nodes, list.pairs, {.keep_direction = *rc::gen::arbitrary<bool>()}).graph;
}

}  // namespace disgnn
