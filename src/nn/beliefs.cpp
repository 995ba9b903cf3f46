#include "nn/beliefs.h"

#include <ATen/ATen.h>

namespace disgnn::nn {

Beliefs::Beliefs(const ModelConfig& config, std::int64_t width, const ParameterInit& init)
    : of_own_(register_module("own", std::make_shared<Affine>(width, config.classes,
                                                              init.scope("own"), Start::kZero))) {
  if (config.reach > 0) {
    of_far_ = register_module("far", std::make_shared<Affine>(config.hidden, config.classes,
                                                              init.scope("far"), Start::kZero));
  }
  if (config.label_votes) {
    of_votes_ = register_module(
        "votes",
        std::make_shared<Affine>(config.hidden, config.classes, init.scope("votes"), Start::kZero));
  }
}

at::Tensor Beliefs::forward(const NodeInput& h, const at::Tensor& far,
                            const at::Tensor& votes) const {
  at::Tensor logits = of_own_->forward(h.is_sparse() ? h : NodeInput(h.dense().detach()));
  if (of_far_ != nullptr) logits = logits + of_far_->forward(far.detach());
  if (of_votes_ != nullptr) logits = logits + of_votes_->forward(votes.detach());
  return logits;
}

}  // namespace disgnn::nn
