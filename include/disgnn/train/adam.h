#pragma once

#include <memory>

#include "disgnn/nn/module.h"

namespace disgnn::train {

struct AdamOptions {
  double learning_rate = 0.005;
  double weight_decay = 5e-4;  ///< L2, added to the gradient
};

/// libtorch's Adam over named parameters, with a state that can be stored and restored exactly.
class Adam {
 public:
  Adam(nn::NamedTensors parameters, const AdamOptions& options);
  ~Adam();

  /// Forgets all gradients; parameters that get none until `step` are left alone by it.
  void clear_gradients();
  void step();

  /// Moments and step counts, "NAME.first", "NAME.second", "NAME.steps".
  [[nodiscard]] nn::NamedTensors state() const;
  /// Puts a saved state back; parameters without an entry start afresh. Throws Error (kInput) and
  /// changes nothing when an entry does not fit its parameter.
  void restore(const nn::NamedTensors& state);

 private:
  struct Implementation;
  nn::NamedTensors parameters_;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace disgnn::train
