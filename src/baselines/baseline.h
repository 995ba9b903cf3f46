#pragma once

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "disgnn/nn/node_classifier.h"

namespace disgnn::nn {

/// A model to compare with: nodes in, hidden representations out, no channels to look into. Most
/// are message passing in general (paper, Eq. 1).
class Baseline : public NodeClassifier {
 public:
  using NodeClassifier::NodeClassifier;

  [[nodiscard]] ModelOutput forward(const NodeInput& features, const ops::PairIndexPtr& edges,
                                    const ForwardMode& mode) const final {
    ModelOutput out;
    out.hidden = encode(drop_input(features, mode), edges, mode);
    if (mode.wants_logits()) out.logits = classify(out.hidden);
    return out;
  }

 protected:
  /// [N, encoder width], dropout included.
  [[nodiscard]] virtual at::Tensor encode(const NodeInput& h, const ops::PairIndexPtr& edges,
                                          const ForwardMode& mode) const = 0;
};

/// A baseline of L layers of one kind with dropout after each. A Layer has
///   Layer(config, input, position, init)
///   static std::int64_t width(config)                  what it gives per node
///   at::Tensor forward(h[N, input], edges, mode)       [N, width]
template <typename Layer>
class StackedBaseline : public Baseline {
 public:
  StackedBaseline(const ModelConfig& config, const ParameterInit& init)
      : Baseline(config, Layer::width(config), init) {
    for (std::int64_t i = 0; i < config.layers; ++i) {
      const std::string name = fmt::format("layer{}", i);
      const std::int64_t input = i == 0 ? config.features : Layer::width(config);
      layers_.push_back(register_module(
          name,
          std::make_shared<Layer>(config, input, static_cast<std::uint16_t>(i), init.scope(name))));
    }
  }

 protected:
  [[nodiscard]] at::Tensor encode(const NodeInput& h, const ops::PairIndexPtr& edges,
                                  const ForwardMode& mode) const override {
    at::Tensor hidden = drop_hidden(layers_[0]->forward(h, edges, mode), 0, mode);
    for (std::size_t i = 1; i < layers_.size(); ++i) {
      hidden = drop_hidden(layers_[i]->forward(NodeInput(hidden), edges, mode), i, mode);
    }
    return hidden;
  }

 private:
  std::vector<std::shared_ptr<Layer>> layers_;
};

}  // namespace disgnn::nn
