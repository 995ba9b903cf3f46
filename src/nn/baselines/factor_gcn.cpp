#include <ATen/ATen.h>
#include <fmt/format.h>

#include "disgnn/ops/matmul.h"
#include "disgnn/ops/weighted_sum.h"
#include "nn/baselines/baselines.h"
#include "nn/baselines/parts.h"
#include "nn/propagation.h"

namespace disgnn::nn {
namespace {

/// Yang et al., "Factorizable Graph Convolutional Networks", NeurIPS 2020: C factors of about H / C
/// units, side by side. With x = h W (shared by the factors)
///   e_vu^i = sigmoid(a_i . x_v + b_i . x_u)
///   h'_v   = ELU([sum_u e_vu^i / sqrt(d_v d_u) x_u W_i]_i + bias)
/// The discriminator that keeps the factors apart is the pretext task "factor".
class FactorLayer : public Module {
 public:
  FactorLayer(const ModelConfig& config, std::int64_t input, const ParameterInit& init)
      : factors_(config.channels),
        shared_weight_(register_parameter(
            "shared_weight",
            init.xavier("shared_weight", {input, config.hidden}, input, config.hidden))),
        row_score_(register_parameter(
            "row_score", init.xavier("row_score", {config.hidden, factors_}, config.hidden, 1))),
        column_score_(register_parameter(
            "column_score",
            init.xavier("column_score", {config.hidden, factors_}, config.hidden, 1))),
        factor_weight_(register_parameter(
            "factor_weight", init.xavier("factor_weight", {config.hidden, width(config)},
                                         config.hidden, units_per_part(config)))),
        bias_(register_parameter("bias", init.constant({width(config)}, 0))) {}

  static std::int64_t width(const ModelConfig& config) {
    return config.channels * units_per_part(config);
  }

  [[nodiscard]] LayerOutput forward(const NodeInput& h, const ops::PairIndexPtr& edges) const {
    const at::Tensor x = h.matmul(shared_weight_);  // [N, H]
    LayerOutput out{.input = NodeInput(x), .index = edges};
    out.scores = ops::gather_rows(ops::matmul(x, row_score_), edges) +
                 ops::gather_columns(ops::matmul(x, column_score_), edges);  // [E, C]
    const at::Tensor scale = scale_.get(edges, symmetric_normalised).weights().unsqueeze(1);
    const at::Tensor weights = at::sigmoid(out.scores) * scale.to(x.scalar_type());
    const at::Tensor values =
        NodeInput(x).project({factor_weight_}, factors_).select(1, 0);  // [N, C, units]
    out.hidden = at::elu(ops::weighted_sum(weights, values, edges).flatten(1) + bias_);
    return out;
  }

 private:
  std::int64_t factors_;
  at::Tensor shared_weight_;  // [input, H]
  at::Tensor row_score_;      // [H, C]
  at::Tensor column_score_;   // [H, C]
  at::Tensor factor_weight_;  // [H, C * units]
  at::Tensor bias_;           // [C * units]
  PerGraph<Propagation> scale_;
};

class FactorGcn : public NodeClassifier {
 public:
  FactorGcn(const ModelConfig& config, const ParameterInit& init)
      : NodeClassifier(config, FactorLayer::width(config), init) {
    for (std::int64_t i = 0; i < config.layers; ++i) {
      const std::string name = fmt::format("layer{}", i);
      const std::int64_t input = i == 0 ? config.features : FactorLayer::width(config);
      layers_.push_back(
          register_module(name, std::make_shared<FactorLayer>(config, input, init.scope(name))));
    }
  }

  [[nodiscard]] ModelOutput forward(const NodeInput& features, const ops::PairIndexPtr& edges,
                                    const ForwardMode& mode) const override {
    ModelOutput out;
    NodeInput h = entering(features, mode);
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      LayerOutput layer = layers_[i]->forward(h, edges);
      out.hidden = leaving(layer.hidden, i, mode);
      h = NodeInput(out.hidden);
      if (mode.wants_layers()) out.layers.push_back(std::move(layer));
    }
    if (mode.wants_logits()) out.logits = classify(out.hidden);
    return out;
  }

 private:
  std::vector<std::shared_ptr<FactorLayer>> layers_;
};

}  // namespace

std::shared_ptr<NodeClassifier> make_factor_gcn(const ModelConfig& config,
                                                const ParameterInit& init) {
  return std::make_shared<FactorGcn>(config, init);
}

}  // namespace disgnn::nn
