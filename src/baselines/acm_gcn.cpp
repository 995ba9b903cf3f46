#include <ATen/ATen.h>

#include "baselines/baseline.h"
#include "baselines/baselines.h"
#include "disgnn/ops/matmul.h"
#include "nn/propagation.h"

namespace disgnn::nn {
namespace {

/// Luan et al., "Revisiting Heterophily for Graph Neural Networks", NeurIPS 2022 (ACM-GCN): every
/// node mixes a low-pass, a high-pass and an identity channel as it likes:
///   low = ReLU(S h W_L), high = ReLU((I - S) h W_H), same = ReLU(h W_I),  S = D^-1 (A + I)
///   weights = softmax([sigmoid(low w_L), sigmoid(high w_H), sigmoid(same w_I)] M / 3)
///   h' = weights_L low + weights_H high + weights_I same
class AcmLayer : public Module {
 public:
  AcmLayer(const ModelConfig& config, std::int64_t input, std::uint16_t /*position*/,
           const ParameterInit& init)
      : hidden_(config.hidden),
        weight_(register_parameter(
            "weight",
            init.xavier("weight", {input, kFilters * config.hidden}, input, config.hidden))),
        attention_(register_parameter(
            "attention", init.xavier("attention", {kFilters, config.hidden}, config.hidden, 1))),
        mixing_(register_parameter(
            "mixing", init.xavier("mixing", {kFilters, kFilters}, kFilters, kFilters))) {}

  static std::int64_t width(const ModelConfig& config) { return config.hidden; }
  [[nodiscard]] at::Tensor forward(const NodeInput& h, const ops::PairIndexPtr& edges,
                                   const ForwardMode& /*mode*/) const {
    const Propagation& mean = mean_.get(edges, averaging);
    const at::Tensor x = h.matmul(weight_);  // [N, 3H]: low, high, same
    const at::Tensor smooth = mean(x.narrow(1, 0, 2 * hidden_));
    const at::Tensor filtered =
        at::cat({smooth.narrow(1, 0, hidden_),
                 x.narrow(1, hidden_, hidden_) - smooth.narrow(1, hidden_, hidden_),
                 x.narrow(1, 2 * hidden_, hidden_)},
                1)
            .relu_()
            .view({-1, kFilters, hidden_});                                 // [N, 3, H]
    const at::Tensor liking = at::sigmoid((filtered * attention_).sum(2));  // [N, 3]
    const at::Tensor weights =
        at::softmax(ops::matmul(liking, mixing_) / static_cast<double>(kFilters), 1);  // [N, 3]
    return (filtered * weights.unsqueeze(2)).sum(1);
  }

 private:
  static constexpr std::int64_t kFilters = 3;
  std::int64_t hidden_;
  at::Tensor weight_;     // [input, 3H]
  at::Tensor attention_;  // [3, H]
  at::Tensor mixing_;     // [3, 3]
  PerGraph<Propagation> mean_;
};

}  // namespace

std::shared_ptr<NodeClassifier> make_acm_gcn(const ModelConfig& config, const ParameterInit& init) {
  return std::make_shared<StackedBaseline<AcmLayer>>(config, init);
}

}  // namespace disgnn::nn
