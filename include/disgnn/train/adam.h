#pragma once

#include <map>
#include <string>
#include <vector>

#include "disgnn/nn/module.h"
#include "disgnn/nn/param_group.h"

namespace disgnn::train {

struct AdamOptions {
  double learning_rate = 0.005;
  double weight_decay = 5e-4;  ///< L2, added to the gradient
};

/// Adam over named parameters in one pass per step, with a state that can be stored and restored
/// exactly.
class Adam {
 public:
  /// Parameters without a group learn at the common rate and decay.
  Adam(nn::NamedTensors parameters, const AdamOptions& options,
       const std::map<std::string, nn::ParamGroup>& param_groups = {});

  /// Forgets all gradients; parameters that get none until `step` are left alone by it.
  void clear_gradients();
  void step();

  /// Moments and step counts, "NAME.first", "NAME.second", "NAME.steps".
  [[nodiscard]] nn::NamedTensors state() const;
  /// Puts a saved state back; parameters without an entry start afresh. Throws Error (kInput) and
  /// changes nothing when an entry does not fit its parameter.
  void restore(const nn::NamedTensors& state);

 private:
  /// Of one parameter; undefined moments until its first step.
  struct Moments {
    at::Tensor first;
    at::Tensor second;
    std::int64_t steps = 0;
  };

  nn::NamedTensors parameters_;
  std::vector<AdamOptions> options_;  // one per parameter
  std::vector<Moments> moments_;      // one per parameter
};

}  // namespace disgnn::train
