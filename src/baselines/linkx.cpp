#include <ATen/ATen.h>

#include "baselines/baseline.h"
#include "baselines/baselines.h"
#include "nn/link_embedding.h"

namespace disgnn::nn {
namespace {

/// Lim et al., "Large Scale Learning on Non-Homophilous Graphs", NeurIPS 2021 (LINKX): rows of the
/// adjacency matrix and features pass through a linear map each (the authors' MLPs of one layer)
/// and are fused:
///   a = A W_A + b_A, x = X W_X + b_X, h = ReLU([a ; x] W + b + a + x)
class Linkx : public Baseline {
 public:
  Linkx(const ModelConfig& config, const ParameterInit& init)
      : Baseline(config, config.hidden, init),
        links_(register_module("links",
                               std::make_shared<LinkEmbedding>(config.nodes, config.hidden, init))),
        feature_(register_module("feature", std::make_shared<Affine>(config.features, config.hidden,
                                                                     init.scope("feature")))),
        fuse_(register_module("fuse", std::make_shared<Affine>(2 * config.hidden, config.hidden,
                                                               init.scope("fuse")))) {}

  [[nodiscard]] bool is_inductive() const override { return false; }

 protected:
  [[nodiscard]] at::Tensor encode(const NodeInput& h, const ops::PairIndexPtr& edges,
                                  const ForwardMode& mode) const override {
    const at::Tensor a = links_->forward(edges);
    const at::Tensor x = feature_->forward(h);
    return drop_hidden((fuse_->forward(at::cat({a, x}, 1)) + a + x).relu_(), 0, mode);
  }

 private:
  std::shared_ptr<LinkEmbedding> links_;
  std::shared_ptr<Affine> feature_;
  std::shared_ptr<Affine> fuse_;
};

}  // namespace

std::shared_ptr<NodeClassifier> make_linkx(const ModelConfig& config, const ParameterInit& init) {
  return std::make_shared<Linkx>(config, init);
}

}  // namespace disgnn::nn
