#include <ATen/ATen.h>
#include <fmt/format.h>

#include "baselines/baselines.h"
#include "disgnn/ops/matmul.h"
#include "disgnn/ops/weighted_sum.h"
#include "nn/propagation.h"
#include "nn/units_per_part.h"

namespace disgnn::nn {
namespace {

/// Yang et al., "Factorizable Graph Convolutional Networks", NeurIPS 2020: C factors of about H / C
/// units, side by side. With x = h W + b, the same for all factors,
///   e_vu^i = sigmoid(a_i . x_v + b_i . x_u)
///   h'_v   = ELU([sum_u e_vu^i / sqrt(d_v d_u) x_u]_i)
/// The discriminator that keeps the factors apart is the pretext task "factor".
class FactorLayer : public Module {
 public:
  FactorLayer(const ModelConfig& config, std::int64_t input, const ParameterInit& init)
      : factors_(config.channels),
        shared_(register_module("shared", std::make_shared<Affine>(input, units_per_part(config),
                                                                   init.scope("shared")))),
        row_score_(score_weight(config, "row_score", init)),
        column_score_(score_weight(config, "column_score", init)) {}

  static std::int64_t width(const ModelConfig& config) {
    return config.channels * units_per_part(config);
  }

  [[nodiscard]] LayerOutput forward(const NodeInput& h, const ops::PairIndexPtr& edges) const {
    const at::Tensor x = shared_->forward(h);  // [N, units]
    LayerOutput out{.input = NodeInput(x), .index = edges};
    out.scores = ops::gather_rows(ops::matmul(x, row_score_), edges) +
                 ops::gather_columns(ops::matmul(x, column_score_), edges);  // [E, C]
    const at::Tensor scale = scale_.get(edges, symmetric_normalised).weights().unsqueeze(1);
    const at::Tensor weights = at::sigmoid(out.scores) * scale.to(x.scalar_type());
    const at::Tensor values = x.unsqueeze(1).expand({x.size(0), factors_, x.size(1)});
    out.hidden = at::elu(ops::weighted_sum(weights, values, edges).flatten(1));
    return out;
  }

 private:
  /// [units, C]
  at::Tensor score_weight(const ModelConfig& config, const std::string& name,
                          const ParameterInit& init) {
    const std::int64_t units = units_per_part(config);
    return register_parameter(name, init.xavier(name, {units, config.channels}, units, 1));
  }

  std::int64_t factors_;
  std::shared_ptr<Affine> shared_;
  at::Tensor row_score_;
  at::Tensor column_score_;
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
    NodeInput h = drop_input(features, mode);
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      LayerOutput layer = layers_[i]->forward(h, edges);
      out.hidden = drop_hidden(layer.hidden, i, mode);
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
