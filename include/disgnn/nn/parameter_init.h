#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>

namespace disgnn::nn {

/// How weights start: at random, or at zero, so that their part of a model says nothing at first.
enum class Start { kRandom, kZero };

/// Creates parameters with initial values drawn from (seed, full name): a parameter's values do not
/// change when another one is added, removed or created in another order.
class ParameterInit {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): the usual case
  ParameterInit(std::uint64_t seed) : seed_(seed) {}
  /// Gives parameters their shape but neither memory nor values, to learn what a model would hold.
  static ParameterInit shapes_only();

  /// The initialiser of a sub-module: names get "scope." in front.
  [[nodiscard]] ParameterInit scope(const std::string& name) const;
  /// Glorot uniform: U(-b, b), b = sqrt(6 / (fan_in + fan_out)).
  [[nodiscard]] at::Tensor xavier(const std::string& name, at::IntArrayRef shape,
                                  std::int64_t fan_in, std::int64_t fan_out) const;
  /// The same, or zeros.
  [[nodiscard]] at::Tensor weights(Start start, const std::string& name, at::IntArrayRef shape,
                                   std::int64_t fan_in, std::int64_t fan_out) const;
  [[nodiscard]] at::Tensor constant(at::IntArrayRef shape, double value) const;
  [[nodiscard]] at::Tensor values(const std::vector<float>& start) const;  ///< [start.size()]

 private:
  std::uint64_t seed_;
  std::string scope_;
  bool shapes_only_ = false;
};

}  // namespace disgnn::nn
