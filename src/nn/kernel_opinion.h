#pragma once

#include "disgnn/nn/kernel_votes.h"
#include "disgnn/nn/model_config.h"
#include "disgnn/nn/module.h"
#include "disgnn/nn/parameter_init.h"

namespace disgnn::nn {

/// A second opinion on every node of the model's own graph (`--consult`): the regression of the
/// known labels (nn/kernel_votes.h) knows other things than the layers do, so both together are
/// right more often. A product of experts (Hinton, ICANN 1999):
///   softmax(logits + w s f), w: the weight, s f: the regression as likely log-odds
/// It is asked for predictions, for pseudo-labels, which are predictions, and where first guesses
/// start from; the loss of the labels does not know of it, so that the layers learn all they can.
class KernelOpinion : public Module {
 public:
  KernelOpinion(const ModelConfig& config, const ParameterInit& init);
  void see(const KernelVotes& votes);
  /// [N, K] from the model's logits [N, K]
  [[nodiscard]] at::Tensor forward(const at::Tensor& logits) const;

 private:
  double weight_;
  at::Tensor log_odds_;  // s f [N, K], not trained
};

}  // namespace disgnn::nn
