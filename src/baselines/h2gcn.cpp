#include <ATen/ATen.h>

#include "baselines/baseline.h"
#include "baselines/baselines.h"
#include "disgnn/core/error.h"
#include "disgnn/graph/neighbourhoods.h"
#include "nn/propagation.h"

namespace disgnn::nn {
namespace {

/// r_k doubles its width every round.
constexpr std::int64_t kMaxRounds = 5;

std::int64_t h2gcn_width(const ModelConfig& config) {
  if (config.layers > kMaxRounds) {
    throw usage_error(
        fmt::format("h2gcn doubles its width every layer; {} are too many", config.layers),
        fmt::format("give at most --layers {}", kMaxRounds));
  }
  return config.hidden * ((std::int64_t{2} << config.layers) - 1);
}

/// Zhu et al., "Beyond Homophily in Graph Neural Networks", NeurIPS 2020 (H2GCN): a node's own
/// representation stays apart from its neighbours', neighbours at distance 1 and 2 stay apart from
/// each other, and all rounds are kept:
///   r_0 = ReLU(X W + b),  r_k = [S_1 r_{k-1} ; S_2 r_{k-1}],  h = [r_0 ; … ; r_L]
/// with S_i the symmetrically normalised adjacency of nodes at distance i, no self loops. Nodes
/// with very many nodes at distance 2 use a random part of them (graph/neighbourhoods.h).
class H2Gcn : public Baseline {
 public:
  H2Gcn(const ModelConfig& config, const ParameterInit& init)
      : Baseline(config, h2gcn_width(config), init),
        embed_(register_module("embed", std::make_shared<Affine>(config.features, config.hidden,
                                                                 init.scope("embed")))) {}

 protected:
  [[nodiscard]] at::Tensor encode(const NodeInput& h, const ops::PairIndexPtr& edges,
                                  const ForwardMode& mode) const override {
    const Propagation& near = near_.get(edges, [](const ops::PairIndexPtr& all) {
      return symmetric_normalised(without_self_loops(*all));
    });
    const Propagation& far = far_.get(edges, [](const ops::PairIndexPtr& all) {
      return symmetric_normalised(two_hop_neighbours(*all, two_hop_limit(all->nodes())));
    });
    std::vector<at::Tensor> rounds{embed_->forward(h).relu_()};
    for (std::int64_t k = 0; k < config().layers; ++k) {
      const at::Tensor& last = rounds.back();
      rounds.push_back(at::cat({near(last), far(last)}, 1));
    }
    return drop_hidden(at::cat(rounds, 1), 0, mode);
  }

 private:
  std::shared_ptr<Affine> embed_;
  PerGraph<Propagation> near_;
  PerGraph<Propagation> far_;
};

}  // namespace

std::shared_ptr<NodeClassifier> make_h2gcn(const ModelConfig& config, const ParameterInit& init) {
  return std::make_shared<H2Gcn>(config, init);
}

}  // namespace disgnn::nn
