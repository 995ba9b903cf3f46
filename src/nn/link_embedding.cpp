#include "nn/link_embedding.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "disgnn/core/error.h"
#include "disgnn/graph/neighbourhoods.h"

namespace disgnn::nn {

LinkEmbedding::LinkEmbedding(std::int64_t nodes, std::int64_t hidden, const ParameterInit& init)
    : weight_(register_parameter("node_weight",
                                 init.xavier("node_weight", {nodes, hidden}, nodes, hidden))),
      bias_(register_parameter("node_bias", init.constant({hidden}, 0))) {}

at::Tensor LinkEmbedding::forward(const ops::PairIndexPtr& edges) const {
  if (edges->nodes() != weight_.size(0)) {
    throw input_error(
        fmt::format("this model was trained on a graph of {} nodes and has a weight for the links "
                    "to each; this graph has {}",
                    weight_.size(0), edges->nodes()),
        "train a model that does not depend on the nodes, such as disgnn without --input links");
  }
  const Propagation& links = links_.get(
      edges, [](const ops::PairIndexPtr& all) { return summing(without_self_loops(*all)); });
  return links(weight_) + bias_;
}

}  // namespace disgnn::nn
