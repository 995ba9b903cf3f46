#pragma once

#include <torch/csrc/autograd/custom_function.h>

#include "disgnn/core/error.h"

namespace disgnn::ops {

/// Holds what is no tensor for the backward pass of an autograd node.
template <typename T>
struct Saved : torch::CustomClassHolder {
  explicit Saved(T saved_value) : value(std::move(saved_value)) {}
  T value;
};

template <typename T>
void save(torch::autograd::AutogradContext* ctx, const std::string& name, T value) {
  ctx->saved_data[name] =
      c10::IValue::make_capsule(c10::make_intrusive<Saved<T>>(std::move(value)));
}

/// What was saved, for good: autograd lets go of the tensors of a node that is done, but not of the
/// rest, which may hold large things alive until the last node is done. So there is one backward
/// pass per forward pass; a second one is refused.
template <typename T>
T take(torch::autograd::AutogradContext* ctx, const std::string& name) {
  const auto found = ctx->saved_data.find(name);
  DISGNN_ASSERT(found != ctx->saved_data.end());
  const auto holder = c10::static_intrusive_pointer_cast<Saved<T>>(found->second.toCapsule());
  ctx->saved_data.erase(found);
  return std::move(holder->value);
}

}  // namespace disgnn::ops
