#pragma once

#include <ATen/ATen.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "disgnn/core/random.h"
#include "disgnn/nn/module.h"

namespace disgnn::testing {

/// Standard normal values that depend on the seed alone.
inline at::Tensor random_tensor(at::IntArrayRef shape, std::uint64_t seed,
                                at::ScalarType type = at::kDouble) {
  at::Tensor values = at::empty(shape, at::kDouble);
  const RandomStream stream(seed, RandomPurpose::kWeights, 1);
  for (std::int64_t i = 0; i < values.numel(); ++i) {
    values.data_ptr<double>()[i] = stream.normal(i);
  }
  return values.to(type);
}

/// A double tensor with these values, row by row.
inline at::Tensor tensor_of(const std::vector<double>& values, at::IntArrayRef shape) {
  return at::from_blob(const_cast<double*>(values.data()), shape, at::kDouble).clone();
}

/// Says where two tensors differ by more than `tolerance` times the largest expected value (or 1);
/// empty when they do not.
inline std::string difference(const at::Tensor& actual, const at::Tensor& expected,
                              double tolerance) {
  if (actual.sizes() != expected.sizes()) {
    return fmt::format("shape [{}], expected [{}]", fmt::join(actual.sizes(), ", "),
                       fmt::join(expected.sizes(), ", "));
  }
  if (actual.scalar_type() != expected.scalar_type()) return "another element type";
  if (actual.numel() == 0) return "";
  const at::Tensor a = actual.detach().to(at::kDouble).flatten();
  const at::Tensor b = expected.detach().to(at::kDouble).flatten();
  const double scale = std::max(1.0, b.abs().max().item<double>());
  const at::Tensor off = (a - b).abs();
  const auto worst = off.argmax().item<std::int64_t>();  // NaN counts as the largest
  if (off[worst].item<double>() <= tolerance * scale) return "";
  return fmt::format("element {} of [{}] is {}, expected {}", worst,
                     fmt::join(actual.sizes(), ", "), a[worst].item<double>(),
                     b[worst].item<double>());
}

inline bool same_bits(const at::Tensor& a, const at::Tensor& b) {
  if (a.sizes() != b.sizes() || a.scalar_type() != b.scalar_type()) return false;
  const at::Tensor x = a.detach().contiguous();
  const at::Tensor y = b.detach().contiguous();
  return x.numel() == 0 || std::memcmp(x.data_ptr(), y.data_ptr(), x.nbytes()) == 0;
}

/// Names the first tensor that differs in name or bits; empty when there is none.
inline std::string first_difference(const nn::NamedTensors& a, const nn::NamedTensors& b) {
  if (a.size() != b.size()) return fmt::format("{} tensors against {}", a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].first != b[i].first) return fmt::format("'{}' against '{}'", a[i].first, b[i].first);
    if (!same_bits(a[i].second, b[i].second)) return fmt::format("'{}' differs", a[i].first);
  }
  return "";
}

/// Copies with memory of their own.
inline nn::NamedTensors snapshot(const nn::NamedTensors& tensors) {
  nn::NamedTensors copies;
  for (const auto& [name, tensor] : tensors) copies.emplace_back(name, tensor.detach().clone());
  return copies;
}

inline at::Tensor find_tensor(const nn::NamedTensors& tensors, const std::string& name) {
  for (const auto& [known, tensor] : tensors) {
    if (known == name) return tensor;
  }
  throw std::out_of_range("no tensor is called " + name);
}

/// Overwrites a parameter in place.
inline void set_parameter(const nn::Module& module, const std::string& name,
                          const std::vector<double>& values) {
  const at::NoGradGuard no_gradients;
  const at::Tensor parameter = find_tensor(module.named_parameters(), name);
  parameter.copy_(tensor_of(values, parameter.sizes()));
}

/// Fills every parameter, biases included, with random values.
inline void randomise_parameters(const nn::Module& module, std::uint64_t seed) {
  const at::NoGradGuard no_gradients;
  for (const auto& [name, tensor] : module.named_parameters()) {
    tensor.copy_(random_tensor(tensor.sizes(), seed++));
  }
}

}  // namespace disgnn::testing
