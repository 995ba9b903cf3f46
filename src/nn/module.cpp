#include "disgnn/nn/module.h"

namespace disgnn::nn {

NamedTensors Module::named_parameters() const {
  NamedTensors all = parameters_;
  for (const auto& [name, part] : children_) {
    for (auto& [inner, tensor] : part->named_parameters()) {
      all.emplace_back(name + "." + inner, tensor);
    }
  }
  return all;
}

void Module::to(at::ScalarType type) {
  for (auto& [name, tensor] : named_parameters()) {
    tensor.set_data(tensor.detach().to(type));
  }
}

at::Tensor Module::register_parameter(const std::string& name, const at::Tensor& values) {
  at::Tensor parameter = values.detach();
  parameter.set_requires_grad(true);
  parameters_.emplace_back(name, parameter);
  return parameter;
}

at::Tensor Module::register_buffer(const std::string& name, const at::Tensor& values) {
  parameters_.emplace_back(name, values.detach());
  return parameters_.back().second;
}

}  // namespace disgnn::nn
