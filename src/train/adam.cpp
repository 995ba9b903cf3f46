#include "disgnn/train/adam.h"

#include <ATen/ATen.h>
#include <c10/util/string_utils.h>
#include <fmt/format.h>
#include <torch/optim/adam.h>

#include <unordered_map>

#include "disgnn/core/error.h"

namespace disgnn::train {
namespace {

std::vector<at::Tensor> tensors_of(const nn::NamedTensors& parameters) {
  std::vector<at::Tensor> tensors;
  for (const auto& [name, tensor] : parameters) tensors.push_back(tensor);
  return tensors;
}

/// libtorch keys its optimiser state by the address of the parameter, as text.
std::string state_key(const at::Tensor& parameter) {
  return c10::guts::to_string(parameter.unsafeGetTensorImpl());
}

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

struct Adam::Implementation {
  torch::optim::Adam optimiser;
};

Adam::Adam(nn::NamedTensors parameters, const AdamOptions& options)
    : parameters_(std::move(parameters)),
      implementation_(new Implementation{torch::optim::Adam(
          tensors_of(parameters_),
          torch::optim::AdamOptions(options.learning_rate).weight_decay(options.weight_decay))}) {}

Adam::~Adam() = default;

void Adam::clear_gradients() {
  for (auto& [name, tensor] : parameters_) tensor.mutable_grad().reset();
}

void Adam::step() {
  implementation_->optimiser.step();
}

nn::NamedTensors Adam::state() const {
  nn::NamedTensors saved;
  const auto& states = implementation_->optimiser.state();
  for (const auto& [name, parameter] : parameters_) {
    const auto found = states.find(state_key(parameter));
    if (found == states.end()) continue;
    const auto& state = static_cast<const torch::optim::AdamParamState&>(*found->second);
    saved.emplace_back(name + ".first", state.exp_avg());
    saved.emplace_back(name + ".second", state.exp_avg_sq());
    saved.emplace_back(name + ".steps", at::full({1}, state.step(), at::kLong));
  }
  return saved;
}

void Adam::restore(const nn::NamedTensors& state) {
  const std::unordered_map<std::string, at::Tensor> saved(state.begin(), state.end());
  std::vector<std::pair<std::string, std::unique_ptr<torch::optim::AdamParamState>>> restored;
  for (const auto& [name, parameter] : parameters_) {
    if (!saved.contains(name + ".steps") && !saved.contains(name + ".first")) continue;
    const auto steps = saved_tensor(saved, name + ".steps", {1}, at::kLong).item<std::int64_t>();
    if (steps < 0) {
      throw input_error(fmt::format("the optimiser state of '{}' counts {} steps", name, steps),
                        "the file is damaged");
    }
    auto moments = std::make_unique<torch::optim::AdamParamState>();
    moments->step(steps);
    const auto type = parameter.scalar_type();
    moments->exp_avg(saved_tensor(saved, name + ".first", parameter.sizes(), type));
    moments->exp_avg_sq(saved_tensor(saved, name + ".second", parameter.sizes(), type));
    restored.emplace_back(state_key(parameter), std::move(moments));
  }
  auto& states = implementation_->optimiser.state();
  states.clear();
  for (auto& [key, moments] : restored) states[key] = std::move(moments);
}

}  // namespace disgnn::train
