#include "extensions/edge_class_prior/edge_class_prior.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <fmt/format.h>

#include "disgnn/core/error.h"
#include "disgnn/ops/dropout.h"
#include "extensions/edge_class_prior/class_agreement.h"

namespace disgnn::nn {
namespace {

/// Agreement [E] with half of the entries at 0, others in every update, each direction of an edge
/// for itself. The guess knows the labels it has learned from, so on known edges it leaves nothing
/// to explain: scorers that always heard it would learn little. Pairs that are no edges, of which
/// no label is learned, are always heard.
at::Tensor drop_half(const at::Tensor& agreement, const ForwardMode& mode) {
  constexpr double kDropped = 0.5;
  // Not divided by the share that is heard: what is heard stays as large as in an evaluation.
  return ops::dropout(agreement, kDropped, mode.stream(RandomPurpose::kPriorDropout, 0)) *
         (1 - kDropped);
}

}  // namespace

EdgeClassPrior::EdgeClassPrior(const ModelConfig& config, std::int64_t width, std::size_t readouts,
                               const ParameterInit& init)
    : kernels_(config.kernels),
      of_own_(register_module("own", std::make_shared<Affine>(width, config.classes,
                                                              init.scope("own"), Start::kZero))) {
  for (std::size_t i = 0; i < readouts; ++i) {
    const std::string name = fmt::format("readout{}", i);
    of_readouts_.push_back(register_module(
        name,
        std::make_shared<Affine>(config.hidden, config.classes, init.scope(name), Start::kZero)));
  }
}

at::Tensor EdgeClassPrior::guess(const NodeInput& h, std::span<const at::Tensor> readouts) const {
  DISGNN_ASSERT(readouts.size() == of_readouts_.size());
  at::Tensor logits = of_own_->forward(h.is_sparse() ? h : NodeInput(h.dense().detach()));
  for (std::size_t i = 0; i < readouts.size(); ++i) {
    logits = logits + of_readouts_[i]->forward(readouts[i].detach());
  }
  return logits;
}

EdgePrior::Output EdgeClassPrior::evaluate(const NodeInput& h, std::span<const at::Tensor> readouts,
                                           std::span<const at::Tensor> dropped_readouts,
                                           const ops::PairIndexPtr& edges,
                                           const ForwardMode& mode) const {
  at::Tensor logits;
  {
    const at::NoGradGuard no_gradients;
    logits = guess(h, readouts);
  }
  const at::Tensor classes = at::softmax(logits, 1);
  Output output;
  output.evidence.of_entries = class_agreement(classes, edges, kernels_);
  if (mode.training) {
    output.evidence.of_entries = drop_half(output.evidence.of_entries, mode);
  }
  output.evidence.of_pairs = [classes, kernels = kernels_](const ops::PairIndexPtr& pairs) {
    return class_agreement(classes, pairs, kernels);
  };
  // To learn from, it is made once more, with dropout.
  const bool learns = mode.training && mode.wants_layers();
  output.auxiliary_logits = learns ? guess(h, dropped_readouts) : logits;
  return output;
}

}  // namespace disgnn::nn
