#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>

#include "disgnn/nn/memory_use.h"
#include "disgnn/ops/kernels.h"

namespace disgnn::nn {

using OptionValue = std::variant<bool, std::int64_t, double, std::string>;

/// Options of extensions by name; model/extension.h says which there are.
class ExtensionOptions {
 public:
  /// All of them off.
  ExtensionOptions();

  [[nodiscard]] bool has(const std::string& name) const { return values_.contains(name); }
  [[nodiscard]] bool flag(const std::string& name) const { return get<bool>(name); }
  [[nodiscard]] std::int64_t integer(const std::string& name) const {
    return get<std::int64_t>(name);
  }
  [[nodiscard]] double real(const std::string& name) const { return get<double>(name); }
  [[nodiscard]] const std::string& text(const std::string& name) const {
    return get<std::string>(name);
  }
  [[nodiscard]] const OptionValue& value(const std::string& name) const { return values_.at(name); }
  void set(const std::string& name, OptionValue value) { values_[name] = std::move(value); }

 private:
  template <typename Value>
  [[nodiscard]] const Value& get(const std::string& name) const {
    return std::get<Value>(values_.at(name));
  }
  std::map<std::string, OptionValue> values_;
};

/// The shape of a model: what a user can choose about it (meaning, range and help of these fields
/// stand in config/option_schema.cpp), and the graph it is for. These are the paper's values; those
/// of the program are config's Settings. What a kind of model has no use for, it leaves alone.
struct ModelConfig {
  std::string kind = "disgnn";  ///< one of model_kinds()
  std::int64_t features = 0;    ///< d
  std::int64_t classes = 0;     ///< K
  std::int64_t channels = 4;    ///< C: relation channels; heads of gat, factors of factorgcn
  std::int64_t hidden = 64;     ///< H
  std::int64_t layers = 2;      ///< L
  std::string scorer = "mlp";
  std::string aggregator = "attention";
  std::string edge_norm = "softmax";
  bool self_term = false;          ///< layers add W_self h_v to what the channels bring
  bool jumping_knowledge = false;  ///< the classifier reads the outputs of all layers
  double input_dropout = 0;        ///< on the features
  double dropout = 0;              ///< on the output of every layer
  double edge_dropout = 0;         ///< on the edge weights
  std::int64_t hops = 10;          ///< propagation steps of gcnii and gprgnn
  double alpha = 0.1;              ///< their share of the features before any step
  double theta = 0.5;              ///< how slowly the weights of gcnii fade with depth
  std::int64_t nodes = 0;          ///< N of the graph, for models with a weight per node
  ops::Kernels kernels = ops::Kernels::kFast;
  MemoryUse memory = MemoryUse::kNormal;
  ExtensionOptions extensions = {};
};

}  // namespace disgnn::nn
