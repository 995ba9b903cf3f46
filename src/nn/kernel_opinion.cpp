#include "nn/kernel_opinion.h"

#include <ATen/ATen.h>

#include "nn/own_graph.h"

namespace disgnn::nn {

KernelOpinion::KernelOpinion(const ModelConfig& config, const ParameterInit& init)
    : weight_(config.consult),
      log_odds_(register_buffer("log_odds", init.constant({config.nodes, config.classes}, 0))) {}

void KernelOpinion::see(const KernelVotes& votes, const at::Tensor& class_weights) {
  require_own_graph(log_odds_.size(0), votes.of_nodes.size(0));
  log_odds_.copy_(votes.scale * votes.of_nodes);
  if (!class_weights.defined()) return;
  // A class without a training node weighs 0; the regression speaks for it nowhere.
  const at::Tensor shift = class_weights.masked_fill(class_weights == 0, 1).log();
  const at::Tensor spoken_of = votes.of_nodes.ne(0).any(1, /*keepdim=*/true);
  log_odds_.add_(spoken_of * shift);
}

at::Tensor KernelOpinion::forward(const at::Tensor& logits) const {
  require_own_graph(log_odds_.size(0), logits.size(0));
  return logits + weight_ * log_odds_.to(logits.scalar_type());
}

}  // namespace disgnn::nn
