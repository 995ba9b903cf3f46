#include <ATen/ATen.h>
#include <fmt/format.h>

#include <cmath>

#include "disgnn/core/error.h"
#include "disgnn/nn/affine.h"
#include "disgnn/ops/weighted_sum.h"
#include "pretext/tasks.h"

namespace disgnn::pretext {
namespace {

/// The discriminator of FactorGCN (Yang et al., NeurIPS 2020, Eq. 4-5): a graph convolution over
/// each factor graph, a mean over its nodes and a linear map must tell which factor it is.
class FactorDiscriminator : public nn::Module {
 public:
  FactorDiscriminator(std::int64_t input, const nn::ModelConfig& model,
                      const nn::ParameterInit& init)
      : convolve_(register_module(
            "convolve", std::make_shared<nn::Affine>(input, model.hidden, init.scope("convolve")))),
        output_(register_module("output", std::make_shared<nn::Affine>(model.hidden, model.channels,
                                                                       init.scope("output")))) {}

  [[nodiscard]] at::Tensor loss(const nn::LayerOutput& layer) const {
    const std::int64_t factors = layer.scores.size(1);
    const at::Tensor existence = at::sigmoid(layer.scores);  // [E, C]
    const at::Tensor mean =
        existence / ops::gather_rows(ops::sum_by_row(existence, layer.index), layer.index);
    const at::Tensor x = layer.input.matmul(convolve_->weight());  // [N, H]
    const at::Tensor spread = ops::weighted_sum(
        mean, x.unsqueeze(1).expand({x.size(0), factors, x.size(1)}), layer.index);  // [N, C, H]
    const at::Tensor graphs = (spread + convolve_->bias()).relu().mean(0);           // [C, H]
    return at::cross_entropy_loss(output_->forward(graphs), at::arange(factors, at::kLong));
  }

 private:
  std::shared_ptr<nn::Affine> convolve_;
  std::shared_ptr<nn::Affine> output_;
};

class FactorDifference : public PretextTask {
 public:
  FactorDifference(const nn::NodeClassifier& model, std::uint64_t seed) {
    const nn::ModelConfig& config = model.config();
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
      const std::string name = fmt::format("discriminator{}", layer);
      const std::int64_t input = layer == 0 ? config.features : model.encoder_width();
      discriminators_.push_back(register_module(
          name, std::make_shared<FactorDiscriminator>(
                    input, config, nn::ParameterInit(seed).scope("factor." + name))));
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
