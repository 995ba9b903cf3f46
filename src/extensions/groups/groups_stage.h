#pragma once

#include "disgnn/nn/parameter_init.h"
#include "disgnn/nn/prediction_stage.h"

namespace disgnn::nn {

/// Predictions together with what the groups of hidden relations say (`--stage groups`). The
/// relations are found without labels (src/relations); classes_of_groups.h turns groups and
/// training labels into class probabilities R. The model's P and R are then two judges:
///   P' ~ P^a R^b,
/// where a and b make each as sure as it is right on average. How often R is right is known from
/// the training labels, each predicted from the others. How often the model is right follows from
/// how often the two agree on nodes without a label, as if they erred independently.
class GroupsStage : public PredictionStage {
 public:
  static constexpr const char* kName = "groups";

  GroupsStage(const ModelConfig& config, const ParameterInit& init);
  [[nodiscard]] std::string name() const override { return kName; }
  void fit(const LabelledGraph& graph, const ProgressCallback& progress) override;
  [[nodiscard]] at::Tensor apply(const at::Tensor& probabilities,
                                 const ops::PairIndexPtr& edges) const override;
  [[nodiscard]] std::string choices() const override { return choices_; }

 private:
  at::Tensor of_groups_;    // R[N, K], not trained
  at::Tensor labels_;       // [N] training labels, -1 = none
  at::Tensor reliability_;  // [1], 0 = no groups were found
  std::string choices_;
};

/// The share of right answers of a judge who agrees so often with another one that is right with
/// `reliability`, if both err independently and evenly among the other classes.
double accuracy_from_agreement(double agreement, double reliability, std::int64_t classes);

}  // namespace disgnn::nn
