#pragma once

#include <memory>
#include <string>
#include <vector>

#include "disgnn/nn/module.h"
#include "disgnn/nn/node_input.h"
#include "disgnn/nn/parameter_init.h"

namespace disgnn::nn {

/// Sizes shared by the parts of one layer.
struct LayerSizes {
  std::int64_t input = 0;     ///< d
  std::int64_t channels = 4;  ///< C
  std::int64_t hidden = 64;   ///< H
};

/// The per-node half of scoring, computed once per layer and used for every pair.
struct ScorerTerms {
  at::Tensor row;     ///< term of the receiving node v
  at::Tensor column;  ///< term of the sending node u
};

/// The edge disentanglement module: C channels that score node pairs (paper, Eq. "used_at").
class ChannelScorer : public Module {
 public:
  /// Projects h[N, d] to per-node terms.
  [[nodiscard]] virtual ScorerTerms terms(const NodeInput& h) const = 0;
  /// s[M, C] for the pairs of `index`, before the sigmoid.
  [[nodiscard]] virtual at::Tensor score(const ScorerTerms& terms,
                                         const ops::PairIndexPtr& index) const = 0;
};

/// By name: mlp, linear or dot. Adding one touches its own file and a line in scorer.cpp.
std::shared_ptr<ChannelScorer> make_scorer(const std::string& name, const LayerSizes& sizes,
                                           const ParameterInit& init);
std::vector<std::string> scorer_names();

}  // namespace disgnn::nn
