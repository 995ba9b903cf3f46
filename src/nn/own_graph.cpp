#include "nn/own_graph.h"

#include <fmt/format.h>

#include "disgnn/core/error.h"

namespace disgnn::nn {

void require_own_graph(std::int64_t nodes_of_model, std::int64_t nodes_of_graph) {
  if (nodes_of_model == nodes_of_graph) return;
  throw input_error(
      fmt::format("this model was trained on a graph of {} nodes and has values for each of them; "
                  "this graph has {}",
                  nodes_of_model, nodes_of_graph),
      "train a model for any graph: disgnn with its defaults, or another baseline than linkx");
}

}  // namespace disgnn::nn
