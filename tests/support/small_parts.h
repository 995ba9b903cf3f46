#pragma once

#include <ATen/ATen.h>

#include <memory>
#include <string>

#include "disgnn/model/ports.h"
#include "disgnn/nn/affine.h"
#include "disgnn/nn/model_config.h"
#include "ops/pair_index_tensors.h"

// Parts for the ports of the model that one can work out by hand.
namespace disgnn::testing {

/// x = X W + b
class AffineInput : public nn::InputEncoder {
 public:
  AffineInput(const nn::ModelConfig& config, bool inductive)
      : inductive_(inductive),
        map_(register_module("map",
                             std::make_shared<nn::Affine>(config.features, config.hidden, 1))) {}
  [[nodiscard]] at::Tensor encode(const nn::NodeInput& features, const nn::NodeInput& /*whole*/,
                                  const ops::PairIndexPtr& /*edges*/) const override {
    return map_->forward(features);
  }
  [[nodiscard]] nn::ParamGroup param_group_of(const std::string& parameter) const override {
    return {.lr_scale = parameter == "map.bias" ? 3.0 : 1.0};
  }
  [[nodiscard]] bool is_inductive() const override { return inductive_; }

 private:
  bool inductive_;
  std::shared_ptr<nn::Affine> map_;
};

/// h W + b of the node itself
class AffineReadout : public nn::ReadoutFeature {
 public:
  AffineReadout(std::int64_t width, std::int64_t hidden)
      : map_(register_module("map", std::make_shared<nn::Affine>(width, hidden, 2))) {}
  [[nodiscard]] at::Tensor read(const nn::NodeInput& h,
                                const ops::PairIndexPtr& /*edges*/) const override {
    return map_->forward(h);
  }
  [[nodiscard]] nn::ParamGroup param_group_of(const std::string& parameter) const override {
    return {.weight_decay = parameter != "map.bias"};
  }

 private:
  std::shared_ptr<nn::Affine> map_;
};

/// Evidence (1 + v + 2 u) / 8 of the pair v, u; h W + b as auxiliary logits.
class NumberedPrior : public nn::EdgePrior {
 public:
  NumberedPrior(std::int64_t width, std::int64_t classes)
      : map_(register_module("map", std::make_shared<nn::Affine>(width, classes, 3))) {}
  [[nodiscard]] Output evaluate(const nn::NodeInput& h, std::span<const at::Tensor> /*readouts*/,
                                std::span<const at::Tensor> /*dropped*/,
                                const ops::PairIndexPtr& edges,
                                const nn::ForwardMode& /*mode*/) const override {
    const at::ScalarType type = map_->weight().scalar_type();
    Output output;
    output.evidence.of_entries = of_pairs(edges, type);
    output.evidence.of_pairs = [type](const ops::PairIndexPtr& pairs) {
      return of_pairs(pairs, type);
    };
    output.auxiliary_logits = map_->forward(h);
    return output;
  }
  [[nodiscard]] nn::ParamGroup param_group_of(const std::string& /*parameter*/) const override {
    return {.lr_scale = 2};
  }
  static at::Tensor of_pairs(const ops::PairIndexPtr& pairs, at::ScalarType type) {
    return (1 + ops::rows_tensor(pairs).to(type) + 2 * ops::columns_tensor(pairs).to(type)) / 8;
  }

 private:
  std::shared_ptr<nn::Affine> map_;
};

/// One part in every port.
inline nn::ModelParts small_parts(const nn::ModelConfig& config, bool inductive = true) {
  nn::ModelParts parts;
  parts.input = std::make_shared<AffineInput>(config, inductive);
  parts.readouts.emplace_back("own", std::make_shared<AffineReadout>(config.hidden, config.hidden));
  parts.edge_prior = std::make_shared<NumberedPrior>(config.hidden, config.classes);
  return parts;
}

}  // namespace disgnn::testing
