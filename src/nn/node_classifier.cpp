#include "disgnn/nn/node_classifier.h"

#include <ATen/ATen.h>

#include "disgnn/ops/dropout.h"
#include "disgnn/ops/leaky_slope.h"

namespace disgnn::nn {

NodeClassifier::NodeClassifier(ModelConfig config, std::int64_t encoder_width,
                               const ParameterInit& init)
    : config_(std::move(config)),
      encoder_width_(encoder_width),
      classifier_hidden_(register_module(
          "classifier_hidden", std::make_shared<Affine>(encoder_width, config_.hidden,
                                                        init.scope("classifier_hidden")))),
      classifier_output_(register_module(
          "classifier_output", std::make_shared<Affine>(config_.hidden, config_.classes,
                                                        init.scope("classifier_output")))) {}

/// Eq. 4 before its softmax.
at::Tensor NodeClassifier::classify(const at::Tensor& hidden) const {
  return classifier_output_->forward(
      at::leaky_relu(classifier_hidden_->forward(hidden), ops::kLeakySlope));
}

at::Tensor NodeClassifier::logits_of(std::span<const NodeId> nodes, const ReceptiveField& /*field*/,
                                     const NodeInput& features, const ops::PairIndexPtr& edges,
                                     const ForwardMode& mode) const {
  ForwardMode encoder_only = mode;
  encoder_only.wanted = ForwardMode::Wanted::kHidden;
  const at::Tensor hidden = forward(features, edges, encoder_only).hidden;
  return classify(NodeInput(hidden).select(nodes).dense());
}

NodeInput NodeClassifier::drop_input(const NodeInput& features, const ForwardMode& mode) const {
  if (!mode.training) return features;
  return features.dropout(config_.input_dropout, mode.stream(RandomPurpose::kInputDropout, 0));
}

at::Tensor NodeClassifier::drop_hidden(const at::Tensor& hidden, std::size_t layer,
                                       const ForwardMode& mode) const {
  return ops::dropout(
      hidden, mode.training ? config_.dropout : 0,
      mode.stream(RandomPurpose::kHiddenDropout, static_cast<std::uint16_t>(layer)));
}

}  // namespace disgnn::nn
