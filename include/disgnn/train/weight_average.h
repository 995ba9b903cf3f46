#pragma once

#include "disgnn/nn/module.h"

namespace disgnn::train {

/// A running mean of weights over the steps of training, which is less noisy than the weights of
/// any one step: average = d average + (1 - d) weights. d grows from 0 to `decay` in the first
/// steps, so that the start is soon forgotten.
class WeightAverage {
 public:
  /// Of these tensors, which only swap() changes. decay 0: the average is the weights.
  WeightAverage(nn::NamedTensors weights, double decay);

  /// After a step of training.
  void update();
  /// The weights and their averages change places; once more puts all back.
  void swap();

  /// "NAME" of every average and the number of "steps"; nothing when the decay is 0.
  [[nodiscard]] nn::NamedTensors state() const;
  /// Puts a saved state back. Throws Error (kInput) when something is missing or does not fit.
  void restore(const nn::NamedTensors& state);

 private:
  nn::NamedTensors weights_;
  nn::NamedTensors averages_;  // empty when the decay is 0
  double decay_;
  std::int64_t steps_ = 0;
};

}  // namespace disgnn::train
