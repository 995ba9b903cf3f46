#pragma once

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "disgnn/nn/module.h"

namespace disgnn::testing {

struct GradientCheck {
  double step = 1e-6;
  double tolerance = 1e-6;  ///< relative to the larger of 1 and the tensor's largest derivative
};

/// Compares the gradient that autograd finds for a scalar function with central differences, for
/// every element of every input. Inputs are double leaves that `function` reads; their values are
/// moved in place and put back. Says which derivative is off; empty when none is.
inline std::string gradient_difference(const nn::NamedTensors& inputs,
                                       const std::function<at::Tensor()>& function,
                                       const GradientCheck& check = {}) {
  for (const auto& [name, tensor] : inputs) {
    if (tensor.scalar_type() != at::kDouble) return fmt::format("'{}' is not double", name);
    if (!tensor.is_leaf() || !tensor.requires_grad()) return fmt::format("'{}' is no leaf", name);
    tensor.mutable_grad().reset();
  }
  const at::Tensor value = function();
  if (value.dim() != 0) return "the function is not scalar";
  if (!value.requires_grad()) return "the function depends on no input";
  value.backward();

  const at::NoGradGuard no_gradients;
  for (const auto& [name, tensor] : inputs) {
    if (!tensor.is_contiguous()) return fmt::format("'{}' is not contiguous", name);
    const at::Tensor gradient =
        tensor.grad().defined() ? tensor.grad().contiguous() : at::zeros_like(tensor);
    const double scale =
        tensor.numel() == 0 ? 1.0 : std::max(1.0, gradient.abs().max().item<double>());
    auto* const elements = tensor.data_ptr<double>();
    for (std::int64_t i = 0; i < tensor.numel(); ++i) {
      const double original = elements[i];
      elements[i] = original + check.step;
      const double above = function().item<double>();
      elements[i] = original - check.step;
      const double below = function().item<double>();
      elements[i] = original;
      const double numeric = (above - below) / (2 * check.step);
      const double found = gradient.data_ptr<double>()[i];
      if (!(std::abs(found - numeric) <= check.tolerance * scale)) {
        return fmt::format("d / d {}[{}] is {} by autograd, {} by central difference", name, i,
                           found, numeric);
      }
    }
  }
  return "";
}

}  // namespace disgnn::testing
