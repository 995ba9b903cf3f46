#pragma once

namespace disgnn::nn {

/// How the optimiser treats a parameter.
struct ParamGroup {
  double lr_scale = 1;       ///< its learning rate is so many times the others'
  bool weight_decay = true;  ///< whether weight decay acts on it
};

}  // namespace disgnn::nn
