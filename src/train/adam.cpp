#include "disgnn/train/adam.h"

#include <c10/util/string_utils.h>
#include <torch/optim/adam.h>

#include <unordered_map>

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

}  // namespace

struct Adam::Implementation {
  torch::optim::Adam optimiser;
};

Adam::Adam(nn::NamedTensors parameters, const AdamOptions& options)
    : parameters_(std::move(parameters)),
      implementation_(new Implementation{torch::optim::Adam(
          tensors_of(parameters_), torch::optim::AdamOptions(options.learning_rate)
                                       .weight_decay(options.weight_decay))}) {}

Adam::~Adam() = default;

void Adam::clear_gradients() {
  for (auto& [name, tensor] : parameters_) tensor.mutable_grad().reset();
}

void Adam::step() { implementation_->optimiser.step(); }

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
  auto& states = implementation_->optimiser.state();
  states.clear();
  for (const auto& [name, parameter] : parameters_) {
    if (!saved.contains(name + ".steps")) continue;
    auto restored = std::make_unique<torch::optim::AdamParamState>();
    restored->step(saved.at(name + ".steps").item<std::int64_t>());
    restored->exp_avg(saved.at(name + ".first").clone());
    restored->exp_avg_sq(saved.at(name + ".second").clone());
    states[state_key(parameter)] = std::move(restored);
  }
}

}  // namespace disgnn::train
