#include "nn/own_graph.h"

#include <fmt/format.h>

#include "disgnn/core/error.h"
#include "disgnn/nn/disgnn_model.h"

namespace disgnn::nn {

bool fits_one_graph(const ModelConfig& config) {
  if (config.kind == "disgnn") {
    return config.label_votes || config.spread > 0 || reads_links(config.input);
  }
  return config.kind == "linkx";
}

void require_own_graph(std::int64_t nodes_of_model, std::int64_t nodes_of_graph) {
  if (nodes_of_model == nodes_of_graph) return;
  throw input_error(
      fmt::format("this model was trained on a graph of {} nodes and has values for each of them; "
                  "this graph has {}",
                  nodes_of_model, nodes_of_graph),
      kTrainForAnyGraph);
}

}  // namespace disgnn::nn
