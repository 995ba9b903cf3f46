#include <ATen/ATen.h>

#include "baselines/baseline.h"
#include "baselines/baselines.h"
#include "disgnn/graph/neighbourhoods.h"
#include "nn/propagation.h"

namespace disgnn::nn {
namespace {

/// Hamilton et al., "Inductive Representation Learning on Large Graphs", NeurIPS 2017, with the
/// mean aggregator: h'_v = ReLU(W_self h_v + W_neigh mean_u h_u + b), u the neighbours of v without
/// v itself.
class SageLayer : public Module {
 public:
  SageLayer(const ModelConfig& config, std::int64_t input, std::uint16_t /*position*/,
            const ParameterInit& init)
      : self_(register_module("self",
                              std::make_shared<Affine>(input, config.hidden, init.scope("self")))),
        neighbour_weight_(register_parameter(
            "neighbour_weight",
            init.xavier("neighbour_weight", {input, config.hidden}, input, config.hidden))) {}

  static std::int64_t width(const ModelConfig& config) { return config.hidden; }
  [[nodiscard]] at::Tensor forward(const NodeInput& h, const ops::PairIndexPtr& edges,
                                   const ForwardMode& /*mode*/) const {
    const Propagation& mean = mean_.get(
        edges, [](const ops::PairIndexPtr& all) { return averaging(without_self_loops(*all)); });
    return (self_->forward(h) + mean(h.matmul(neighbour_weight_))).relu_();
  }

 private:
  std::shared_ptr<Affine> self_;
  at::Tensor neighbour_weight_;  // [input, H]
  PerGraph<Propagation> mean_;
};

}  // namespace

std::shared_ptr<NodeClassifier> make_sage(const ModelConfig& config, const ParameterInit& init) {
  return std::make_shared<StackedBaseline<SageLayer>>(config, init);
}

}  // namespace disgnn::nn
