#pragma once

#include "disgnn/nn/module.h"
#include "disgnn/nn/parameter_init.h"
#include "nn/propagation.h"

namespace disgnn::nn {

/// Rows of the adjacency matrix, self loops left out, through a linear map:
///   a[N, H] = A W + b
/// as in LINKX (Lim et al., NeurIPS 2021). It knows nodes by whom they link to, where their
/// features say little. W has a row per node, so what is learned fits one graph only.
class LinkEmbedding : public Module {
 public:
  LinkEmbedding(std::int64_t nodes, std::int64_t hidden, const ParameterInit& init);
  /// Throws Error (kInput) for a graph of another size.
  [[nodiscard]] at::Tensor forward(const ops::PairIndexPtr& edges) const;

 private:
  at::Tensor weight_;  // [N, H]
  at::Tensor bias_;    // [H]
  PerGraph<Propagation> links_;
};

}  // namespace disgnn::nn
