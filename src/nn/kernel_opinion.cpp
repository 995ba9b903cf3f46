#include "nn/kernel_opinion.h"

#include <ATen/ATen.h>

#include "nn/own_graph.h"

namespace disgnn::nn {

KernelOpinion::KernelOpinion(const ModelConfig& config, const ParameterInit& init)
    : weight_(config.consult),
      log_odds_(register_buffer("log_odds", init.constant({config.nodes, config.classes}, 0))) {}

void KernelOpinion::see(const KernelVotes& votes) {
  require_own_graph(log_odds_.size(0), votes.of_nodes.size(0));
  log_odds_.copy_(votes.scale * votes.of_nodes);
}

at::Tensor KernelOpinion::forward(const at::Tensor& logits) const {
  require_own_graph(log_odds_.size(0), logits.size(0));
  return logits + weight_ * log_odds_.to(logits.scalar_type());
}

}  // namespace disgnn::nn
