#include <ATen/ATen.h>
#include <fmt/format.h>

#include "disgnn/core/error.h"
#include "disgnn/nn/affine.h"
#include "disgnn/ops/matmul.h"
#include "disgnn/ops/weighted_sum.h"
#include "nn/propagation.h"
#include "nn/units_per_part.h"
#include "pretext/tasks.h"

namespace disgnn::pretext {
namespace {

/// The discriminator of FactorGCN (Yang et al., NeurIPS 2020): two graph convolutions over each
/// factor graph, from the features all factors share, a mean over the nodes and a linear map must
/// tell which factor it is.
class FactorDiscriminator : public nn::Module {
 public:
  FactorDiscriminator(const nn::ModelConfig& model, const nn::ParameterInit& init)
      : FactorDiscriminator(nn::units_per_part(model), model.channels, init) {}

  /// layer.input: what the factors share, x[N, U] with U units per factor.
  [[nodiscard]] at::Tensor loss(const nn::LayerOutput& layer) const {
    const std::int64_t factors = layer.scores.size(1);
    const at::Tensor scale = scale_.get(layer.index, nn::symmetric_normalised).weights();
    const at::Tensor weights =
        at::sigmoid(layer.scores) * scale.unsqueeze(1).to(layer.scores.scalar_type());  // [E, C]
    const at::Tensor x = layer.input.matmul(first_->weight());                          // [N, U]
    const at::Tensor once =
        (ops::weighted_sum(weights, x.unsqueeze(1).expand({x.size(0), factors, x.size(1)}),
                           layer.index) +
         first_->bias())
            .relu();  // [N, C, U]
    const at::Tensor mixed = ops::matmul(once.flatten(0, 1), second_->weight()).view_as(once);
    const at::Tensor graphs = (ops::weighted_sum(weights, mixed, layer.index) + second_->bias())
                                  .relu()
                                  .mean(0);  // [C, U]
    return at::cross_entropy_loss(output_->forward(graphs), at::arange(factors, at::kLong));
  }

 private:
  FactorDiscriminator(std::int64_t units, std::int64_t factors, const nn::ParameterInit& init)
      : first_(register_module("first",
                               std::make_shared<nn::Affine>(units, units, init.scope("first")))),
        second_(register_module("second",
                                std::make_shared<nn::Affine>(units, units, init.scope("second")))),
        output_(register_module(
            "output", std::make_shared<nn::Affine>(units, factors, init.scope("output")))) {}

  std::shared_ptr<nn::Affine> first_;
  std::shared_ptr<nn::Affine> second_;
  std::shared_ptr<nn::Affine> output_;
  nn::PerGraph<nn::Propagation> scale_;
};

class FactorDifference : public PretextTask {
 public:
  FactorDifference(const nn::NodeClassifier& model, std::uint64_t seed) {
    const nn::ModelConfig& config = model.config();
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
      const std::string name = fmt::format("discriminator{}", layer);
      discriminators_.push_back(
          register_module(name, std::make_shared<FactorDiscriminator>(
                                    config, nn::ParameterInit(seed).scope("factor." + name))));
    }
  }

  [[nodiscard]] std::string name() const override { return "factor"; }

  /// Sum over the layers.
  [[nodiscard]] at::Tensor loss(const PretextContext& context) const override {
    at::Tensor total = at::zeros({}, context.output.hidden.options());
    for (std::size_t i = 0; i < discriminators_.size(); ++i) {
      total = total + discriminators_[i]->loss(context.output.layers[i]);
    }
    return total;
  }

 private:
  std::vector<std::shared_ptr<FactorDiscriminator>> discriminators_;
};

}  // namespace

std::shared_ptr<PretextTask> make_factor_difference(const PretextOptions& /*options*/,
                                                    const nn::NodeClassifier& model,
                                                    std::uint64_t seed) {
  if (model.config().kind != "factorgcn") {
    throw usage_error("the pretext task 'factor' tells the factors of factorgcn apart, which " +
                          model.config().kind + " has not",
                      "use 'channel' with disgnn");
  }
  return std::make_shared<FactorDifference>(model, seed);
}

}  // namespace disgnn::pretext
