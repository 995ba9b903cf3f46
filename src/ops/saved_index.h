#pragma once

#include <torch/csrc/autograd/custom_function.h>

#include "disgnn/ops/edge_reduce.h"

namespace disgnn::ops {

/// Lets an autograd node keep a pair index alive until its backward pass.
struct SavedIndex : torch::CustomClassHolder {
  explicit SavedIndex(PairIndexPtr pointer) : index(std::move(pointer)) {}
  PairIndexPtr index;
};

inline void save_index(torch::autograd::AutogradContext* ctx, const PairIndexPtr& index) {
  ctx->saved_data["index"] = c10::IValue::make_capsule(c10::make_intrusive<SavedIndex>(index));
}

inline PairIndexPtr saved_index(torch::autograd::AutogradContext* ctx) {
  return c10::static_intrusive_pointer_cast<SavedIndex>(ctx->saved_data["index"].toCapsule())
      ->index;
}

}  // namespace disgnn::ops
