#include "disgnn/nn/parameter_init.h"

#include <ATen/ATen.h>

#include <cmath>

#include "disgnn/core/random.h"
#include "disgnn/core/text_hash.h"

namespace disgnn::nn {

ParameterInit ParameterInit::shapes_only() {
  ParameterInit init(0);
  init.shapes_only_ = true;
  return init;
}

ParameterInit ParameterInit::scope(const std::string& name) const {
  ParameterInit inner = *this;
  inner.scope_ += name + ".";
  return inner;
}

at::Tensor ParameterInit::constant(at::IntArrayRef shape, double value) const {
  if (shapes_only_) return at::empty(shape, at::dtype(at::kFloat).device(at::kMeta));
  return at::full(shape, value, at::kFloat);
}

at::Tensor ParameterInit::values(const std::vector<float>& start) const {
  if (shapes_only_) return constant({static_cast<std::int64_t>(start.size())}, 0);
  return at::tensor(start, at::kFloat);
}

at::Tensor ParameterInit::xavier(const std::string& name, at::IntArrayRef shape,
                                 std::int64_t fan_in, std::int64_t fan_out) const {
  if (shapes_only_) return constant(shape, 0);
  at::Tensor values = at::empty(shape, at::kFloat);
  const RandomStream stream(seed_, RandomPurpose::kWeights, text_hash(scope_ + name));
  const double bound = std::sqrt(6.0 / static_cast<double>(fan_in + fan_out));
  auto* const data = values.data_ptr<float>();
  for (std::int64_t i = 0; i < values.numel(); ++i) {
    data[i] = static_cast<float>((2 * stream.uniform(i) - 1) * bound);
  }
  return values;
}

at::Tensor ParameterInit::weights(Start start, const std::string& name, at::IntArrayRef shape,
                                  std::int64_t fan_in, std::int64_t fan_out) const {
  return start == Start::kZero ? constant(shape, 0) : xavier(name, shape, fan_in, fan_out);
}

}  // namespace disgnn::nn
