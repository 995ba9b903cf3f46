#include "nn/link_embedding.h"

#include <ATen/ATen.h>

#include "disgnn/graph/neighbourhoods.h"
#include "nn/own_graph.h"

namespace disgnn::nn {

LinkEmbedding::LinkEmbedding(std::int64_t nodes, std::int64_t hidden, const ParameterInit& init)
    : weight_(register_parameter("node_weight",
                                 init.xavier("node_weight", {nodes, hidden}, nodes, hidden))),
      bias_(register_parameter("node_bias", init.constant({hidden}, 0))) {}

at::Tensor LinkEmbedding::forward(const ops::PairIndexPtr& edges) const {
  require_own_graph(weight_.size(0), edges->nodes());
  const Propagation& links = links_.get(
      edges, [](const ops::PairIndexPtr& all) { return summing(without_self_loops(*all)); });
  return links(weight_) + bias_;
}

}  // namespace disgnn::nn
