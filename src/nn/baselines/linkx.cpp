#include <ATen/ATen.h>

#include "disgnn/core/error.h"
#include "disgnn/graph/neighbourhoods.h"
#include "nn/baselines/baseline.h"
#include "nn/baselines/baselines.h"
#include "nn/propagation.h"

namespace disgnn::nn {
namespace {

/// Lim et al., "Large Scale Learning on Non-Homophilous Graphs", NeurIPS 2021 (LINKX): rows of the
/// adjacency matrix and features pass through a linear map each (the authors' MLPs of one layer)
/// and are fused:
///   a = A W_A + b_A, x = X W_X + b_X, h = ReLU([a ; x] W + b + a + x)
/// W_A has a row per node, so a trained model fits its own graph only.
class Linkx : public Baseline {
 public:
  Linkx(const ModelConfig& config, const ParameterInit& init)
      : Baseline(config, config.hidden, init),
        node_weight_(register_parameter(
            "node_weight", init.xavier("node_weight", {config.nodes, config.hidden}, config.nodes,
                                       config.hidden))),
        node_bias_(register_parameter("node_bias", init.constant({config.hidden}, 0))),
        feature_(register_module("feature", std::make_shared<Affine>(config.features, config.hidden,
                                                                     init.scope("feature")))),
        fuse_(register_module("fuse", std::make_shared<Affine>(2 * config.hidden, config.hidden,
                                                               init.scope("fuse")))) {}

 protected:
  [[nodiscard]] at::Tensor encode(const NodeInput& h, const ops::PairIndexPtr& edges,
                                  const ForwardMode& mode) const override {
    if (edges->nodes() != config().nodes) {
      throw input_error(fmt::format("this linkx model was trained on a graph of {} nodes and has a "
                                    "weight for each; this graph has {}",
                                    config().nodes, edges->nodes()),
                        "train a model that does not depend on the nodes, such as disgnn");
    }
    const Propagation& links = links_.get(
        edges, [](const ops::PairIndexPtr& all) { return summing(without_self_loops(*all)); });
    const at::Tensor a = links(node_weight_) + node_bias_;
    const at::Tensor x = feature_->forward(h);
    return leaving((fuse_->forward(at::cat({a, x}, 1)) + a + x).relu_(), 0, mode);
  }

 private:
  at::Tensor node_weight_;  // [N, H]
  at::Tensor node_bias_;    // [H]
  std::shared_ptr<Affine> feature_;
  std::shared_ptr<Affine> fuse_;
  PerGraph<Propagation> links_;
};

}  // namespace

std::shared_ptr<NodeClassifier> make_linkx(const ModelConfig& config, const ParameterInit& init) {
  return std::make_shared<Linkx>(config, init);
}

}  // namespace disgnn::nn
