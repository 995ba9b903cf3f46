#pragma once

#include <string>
#include <vector>

#include "disgnn/graph/graph.h"

// Graphs one can draw. Every node has a self loop besides.
namespace disgnn::testing {

/// 0 --- 1 --- … --- nodes-1
inline Graph path(NodeId nodes) {
  std::vector<NodePair> pairs;
  for (NodeId v = 0; v + 1 < nodes; ++v) pairs.push_back({v, v + 1});
  return build_graph(nodes, pairs).graph;
}

/// 0 --- 1
///  \   /
///    2 --- 3
inline Graph triangle_with_tail() {
  return build_graph(4, std::vector<NodePair>{{0, 1}, {0, 2}, {1, 2}, {2, 3}}).graph;
}

/// Node 0 joined to nodes 1 .. leaves.
inline Graph hub(NodeId leaves) {
  std::vector<NodePair> pairs;
  for (NodeId v = 1; v <= leaves; ++v) pairs.push_back({0, v});
  return build_graph(leaves + 1, pairs).graph;
}

/// 0 --> 1 --> 2 <-- 3 and 0 --> 2; targets receive.
inline Graph directed() {
  return build_graph(4, std::vector<NodePair>{{0, 1}, {1, 2}, {3, 2}, {0, 2}},
                     {.keep_direction = true})
      .graph;
}

/// 0 --- 1     2
inline Graph with_isolated_node() {
  return build_graph(3, std::vector<NodePair>{{0, 1}}).graph;
}

/// Every pair joined, except (0, 1) if asked.
inline Graph complete(NodeId nodes, bool without_first = false) {
  std::vector<NodePair> pairs;
  for (NodeId v = 0; v < nodes; ++v) {
    for (NodeId u = v + 1; u < nodes; ++u) {
      if (!(without_first && v == 0 && u == 1)) pairs.push_back({v, u});
    }
  }
  return build_graph(nodes, pairs).graph;
}

struct NamedGraph {
  std::string name;
  Graph graph;
};

inline std::vector<NamedGraph> small_graphs() {
  return {{"path", path(4)},
          {"triangle_with_tail", triangle_with_tail()},
          {"hub", hub(5)},
          {"directed", directed()},
          {"with_isolated_node", with_isolated_node()}};
}

}  // namespace disgnn::testing
