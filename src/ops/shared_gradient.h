#pragma once

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include "disgnn/ops/term_gradient.h"

namespace disgnn::ops {

/// Lets an autograd node remember where the gradient of its terms is added up.
struct SavedGradient : torch::CustomClassHolder {
  explicit SavedGradient(TermGradientPtr pointer) : gradient(std::move(pointer)) {}
  TermGradientPtr gradient;
};

inline void save_gradient(torch::autograd::AutogradContext* ctx, const TermGradientPtr& gradient) {
  ctx->saved_data["gradient"] =
      c10::IValue::make_capsule(c10::make_intrusive<SavedGradient>(gradient));
}

/// The table a backward pass writes to.
class TermGradientTarget {
 public:
  TermGradientTarget(torch::autograd::AutogradContext* ctx, const at::Tensor& terms)
      : shared_(c10::static_intrusive_pointer_cast<SavedGradient>(
                    ctx->saved_data["gradient"].toCapsule())
                    ->gradient),
        add_(shared_ != nullptr && shared_->buffer.defined()),
        table_(add_ ? shared_->buffer.view(terms.sizes()) : at::empty_like(terms)) {
    if (shared_ != nullptr && !add_) shared_->buffer = table_;
  }

  /// Another pass was here before: its values stay.
  [[nodiscard]] bool add() const { return add_; }
  [[nodiscard]] const at::Tensor& table() const { return table_; }
  /// What autograd is to be told: nothing when it has the table already.
  [[nodiscard]] at::Tensor for_autograd() const { return add_ ? at::Tensor() : table_; }

 private:
  TermGradientPtr shared_;
  bool add_;
  at::Tensor table_;
};

}  // namespace disgnn::ops
