#include "disgnn/train/adam.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

#include "disgnn/core/error.h"
#include "ops/kernels/adam_kernel.h"

namespace disgnn::train {
namespace {

constexpr double kBeta1 = 0.9;
constexpr double kBeta2 = 0.999;
constexpr double kEpsilon = 1e-8;
constexpr std::int64_t kElementsPerTask = 1 << 15;

/// The saved tensor `name`; throws Error (kInput) when there is none of this shape and type.
at::Tensor saved_tensor(const std::unordered_map<std::string, at::Tensor>& saved,
                        const std::string& name, at::IntArrayRef shape, at::ScalarType type) {
  const auto found = saved.find(name);
  if (found == saved.end() || found->second.sizes() != shape ||
      found->second.scalar_type() != type) {
    throw input_error(fmt::format("the optimiser state '{}' is missing or of another shape", name),
                      "it belongs to a model with other options");
  }
  return found->second.clone();
}

}  // namespace

Adam::Adam(nn::NamedTensors parameters, const AdamOptions& options,
           const std::map<std::string, nn::ParamGroup>& param_groups)
    : parameters_(std::move(parameters)), moments_(parameters_.size()) {
  for (const auto& [name, tensor] : parameters_) {
    const auto found = param_groups.find(name);
    const nn::ParamGroup group = found == param_groups.end() ? nn::ParamGroup{} : found->second;
    options_.push_back({.learning_rate = options.learning_rate * group.lr_scale,
                        .weight_decay = group.weight_decay ? options.weight_decay : 0});
  }
}

void Adam::clear_gradients() {
  for (auto& [name, tensor] : parameters_) tensor.mutable_grad().reset();
}

void Adam::step() {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const at::Tensor& parameter = parameters_[i].second;
    if (!parameter.grad().defined()) continue;
    Moments& moments = moments_[i];
    if (!moments.first.defined()) {
      moments.first = at::zeros_like(parameter, at::MemoryFormat::Contiguous).detach();
      moments.second = moments.first.clone();
    }
    ++moments.steps;
    const auto steps = static_cast<double>(moments.steps);
    const at::Tensor gradient = parameter.grad().contiguous();
    DISGNN_ASSERT(parameter.is_contiguous());
    AT_DISPATCH_FLOATING_TYPES(parameter.scalar_type(), "adam", [&] {
      const ops::AdamTask<scalar_t> task{
          parameter.data_ptr<scalar_t>(),
          gradient.data_ptr<scalar_t>(),
          moments.first.data_ptr<scalar_t>(),
          moments.second.data_ptr<scalar_t>(),
          static_cast<scalar_t>(options_[i].weight_decay),
          static_cast<scalar_t>(kBeta1),
          static_cast<scalar_t>(kBeta2),
          static_cast<scalar_t>(options_[i].learning_rate / (1 - std::pow(kBeta1, steps))),
          static_cast<scalar_t>(std::sqrt(1 - std::pow(kBeta2, steps))),
          static_cast<scalar_t>(kEpsilon)};
      at::parallel_for(0, parameter.numel(), kElementsPerTask,
                       [&](std::int64_t begin, std::int64_t end) {
                         ops::adam_update(task, {begin, end});
                       });
    });
  }
}

nn::NamedTensors Adam::state() const {
  nn::NamedTensors saved;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Moments& moments = moments_[i];
    if (moments.steps == 0) continue;
    const std::string& name = parameters_[i].first;
    saved.emplace_back(name + ".first", moments.first);
    saved.emplace_back(name + ".second", moments.second);
    saved.emplace_back(name + ".steps", at::full({1}, moments.steps, at::kLong));
  }
  return saved;
}

void Adam::restore(const nn::NamedTensors& state) {
  const std::unordered_map<std::string, at::Tensor> saved(state.begin(), state.end());
  std::vector<Moments> restored(parameters_.size());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const auto& [name, parameter] = parameters_[i];
    if (!saved.contains(name + ".steps") && !saved.contains(name + ".first")) continue;
    Moments& moments = restored[i];
    moments.steps = saved_tensor(saved, name + ".steps", {1}, at::kLong).item<std::int64_t>();
    if (moments.steps < 0) {
      throw input_error(
          fmt::format("the optimiser state of '{}' counts {} steps", name, moments.steps),
          "the file is damaged");
    }
    const auto type = parameter.scalar_type();
    moments.first = saved_tensor(saved, name + ".first", parameter.sizes(), type);
    moments.second = saved_tensor(saved, name + ".second", parameter.sizes(), type);
  }
  moments_ = std::move(restored);
}

}  // namespace disgnn::train
