#pragma once

#include <ATen/ATen.h>

#include "disgnn/ops/shared_gradient.h"
#include "ops/saved.h"

namespace disgnn::ops {

/// The table a backward pass writes to.
class SharedGradientTarget {
 public:
  SharedGradientTarget(torch::autograd::AutogradContext* ctx, const at::Tensor& values)
      : shared_(take<SharedGradientPtr>(ctx, "gradient")),
        add_(shared_ != nullptr && shared_->buffer.defined()),
        table_(add_ ? shared_->buffer : at::empty_like(values)) {
    if (shared_ != nullptr && !add_) shared_->buffer = table_;
  }

  /// Another pass was here before: its values stay.
  [[nodiscard]] bool add() const { return add_; }
  [[nodiscard]] const at::Tensor& table() const { return table_; }
  /// What autograd is to be told: nothing when it has the table already.
  [[nodiscard]] at::Tensor for_autograd() const { return add_ ? at::Tensor() : table_; }

 private:
  SharedGradientPtr shared_;
  bool add_;
  at::Tensor table_;
};

/// For a pass that has its gradient already: what autograd is to be told.
inline at::Tensor shared_with_others(const SharedGradientPtr& shared, const at::Tensor& gradient) {
  if (shared == nullptr) return gradient;
  if (shared->buffer.defined()) {
    shared->buffer.add_(gradient);
    return {};
  }
  shared->buffer = gradient;
  return gradient;
}

}  // namespace disgnn::ops
