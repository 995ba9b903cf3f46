#pragma once

#include <ATen/core/Tensor.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace disgnn::nn {

using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

/// A part of a model that owns parameters and other parts. (torch::nn::Module does the same but
/// triples the compile time of every file that sees it.)
class Module {
 public:
  virtual ~Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  /// Parameters and buffers of this part and its children, "child.name", in order of registration.
  /// The tensors share memory with the model.
  [[nodiscard]] NamedTensors named_parameters() const;
  /// Converts every parameter, for instance to double for gradient checks.
  void to(at::ScalarType type);

 protected:
  Module() = default;
  at::Tensor register_parameter(const std::string& name, const at::Tensor& values);
  /// Values that belong to the model, but are not trained.
  at::Tensor register_buffer(const std::string& name, const at::Tensor& values);
  template <typename Part>
  std::shared_ptr<Part> register_module(const std::string& name, std::shared_ptr<Part> part) {
    children_.emplace_back(name, part);
    return part;
  }

 private:
  NamedTensors parameters_;
  std::vector<std::pair<std::string, std::shared_ptr<Module>>> children_;
};

}  // namespace disgnn::nn
