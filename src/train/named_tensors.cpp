#include "train/named_tensors.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unordered_map>
#include <unordered_set>

#include "disgnn/core/error.h"

namespace disgnn::train {

nn::NamedTensors with_prefix(const std::string& prefix, const nn::NamedTensors& tensors) {
  nn::NamedTensors renamed;
  for (const auto& [name, tensor] : tensors) renamed.emplace_back(prefix + name, tensor);
  return renamed;
}

nn::NamedTensors without_prefix(const std::string& prefix, const nn::NamedTensors& tensors) {
  nn::NamedTensors matching;
  for (const auto& [name, tensor] : tensors) {
    if (name.starts_with(prefix)) matching.emplace_back(name.substr(prefix.size()), tensor);
  }
  return matching;
}

void append(nn::NamedTensors& all, const nn::NamedTensors& more) {
  all.insert(all.end(), more.begin(), more.end());
}

nn::NamedTensors cloned(const nn::NamedTensors& tensors) {
  nn::NamedTensors copies;
  for (const auto& [name, tensor] : tensors) copies.emplace_back(name, tensor.detach().clone());
  return copies;
}

void require_same_names(const nn::NamedTensors& found, const nn::NamedTensors& expected) {
  std::unordered_set<std::string> names;
  for (const auto& [name, tensor] : expected) names.insert(name);
  for (const auto& [name, tensor] : found) {
    if (names.contains(name)) continue;
    throw input_error(fmt::format("the weights hold a tensor '{}' that the model lacks", name),
                      "they belong to a model with other options");
  }
}

void require_same_shapes(const nn::NamedTensors& found_tensors, const nn::NamedTensors& expected) {
  const std::unordered_map<std::string, at::Tensor> sources(found_tensors.begin(),
                                                            found_tensors.end());
  for (const auto& [name, tensor] : expected) {
    const auto found = sources.find(name);
    if (found == sources.end()) {
      throw input_error(fmt::format("the weights lack the tensor '{}'", name),
                        "they belong to a model with other options");
    }
    if (found->second.scalar_type() != tensor.scalar_type()) {
      throw input_error(fmt::format("the tensor '{}' holds another type of numbers", name),
                        "the weights were not written by this version of disgnn");
    }
    if (found->second.sizes() != tensor.sizes()) {
      throw input_error(
          fmt::format("the tensor '{}' has shape [{}], expected [{}]", name,
                      fmt::join(found->second.sizes(), ", "), fmt::join(tensor.sizes(), ", ")),
          "the weights belong to a model with other options or another feature count");
    }
  }
}

void copy_values(const nn::NamedTensors& from, const nn::NamedTensors& to) {
  require_same_shapes(from, to);
  const at::NoGradGuard no_gradients;
  const std::unordered_map<std::string, at::Tensor> sources(from.begin(), from.end());
  for (const auto& [name, tensor] : to) tensor.copy_(sources.at(name));
}

}  // namespace disgnn::train
