#pragma once

namespace disgnn::nn {

/// How the optimiser treats a parameter.
struct LearningRule {
  double pace = 1;     ///< its learning rate is so many times the others'
  bool decays = true;  ///< whether weight decay acts on it
};

}  // namespace disgnn::nn
