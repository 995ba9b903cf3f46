#include "disgnn/train/weight_average.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "train/named_tensors.h"

namespace disgnn::train {

WeightAverage::WeightAverage(nn::NamedTensors weights, double decay)
    : weights_(std::move(weights)), decay_(decay) {
  if (decay_ > 0) averages_ = cloned(weights_);
}

void WeightAverage::update() {
  if (averages_.empty()) return;
  ++steps_;
  const auto steps = static_cast<double>(steps_);
  const double decay = std::min(decay_, (steps - 1) / (steps + 8));
  const at::NoGradGuard no_gradients;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    averages_[i].second.lerp_(weights_[i].second, 1 - decay);
  }
}

void WeightAverage::swap() {
  for (std::size_t i = 0; i < averages_.size(); ++i) {
    const at::Tensor trained = weights_[i].second.detach();
    weights_[i].second.set_data(averages_[i].second);
    averages_[i].second = trained;
  }
}

nn::NamedTensors WeightAverage::state() const {
  nn::NamedTensors all = averages_;
  if (!all.empty()) all.emplace_back("steps", at::full({1}, steps_, at::kLong));
  return all;
}

void WeightAverage::restore(const nn::NamedTensors& state) {
  if (averages_.empty()) return;
  const at::Tensor steps = at::empty({1}, at::kLong);
  nn::NamedTensors wanted = averages_;
  wanted.emplace_back("steps", steps);
  copy_values(state, wanted);
  steps_ = steps.item<std::int64_t>();
}

}  // namespace disgnn::train
