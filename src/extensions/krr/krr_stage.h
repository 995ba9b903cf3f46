#pragma once

#include "disgnn/nn/parameter_init.h"
#include "disgnn/nn/prediction_stage.h"
#include "extensions/krr/label_prior.h"

namespace disgnn::nn {

/// Kernel ridge regression of the known labels beside a model's predictions (`--stage krr`). It
/// knows other things than layers do, so both together are right more often. A product of experts
/// (Hinton, ICANN 1999):
///   P' = softmax(log P + w s f), w: the weight, s f: the regression as likely log-odds
class KrrStage : public PredictionStage {
 public:
  static constexpr const char* kName = "krr";

  KrrStage(const ModelConfig& config, const ParameterInit& init);
  [[nodiscard]] std::string name() const override { return kName; }
  void require_feasible(const PairIndex& edges) const override;
  void fit(const LabelledGraph& graph, const ProgressCallback& progress) override;
  [[nodiscard]] at::Tensor apply(const at::Tensor& probabilities,
                                 const ops::PairIndexPtr& edges) const override;
  [[nodiscard]] std::string choices() const override { return choices_; }

 private:
  double weight_;
  at::Tensor log_odds_;  // s f [N, K]
  std::string choices_;
};

}  // namespace disgnn::nn
