#pragma once

#include "disgnn/nn/affine.h"
#include "disgnn/nn/aggregator.h"
#include "disgnn/nn/forward_mode.h"
#include "disgnn/nn/scorer.h"

namespace disgnn::nn {

struct LayerConfig {
  LayerSizes sizes;
  std::string scorer = "mlp";
  std::string aggregator = "attention";
  double edge_dropout = 0;     ///< on the edge weights A
  std::uint16_t position = 0;  ///< of the layer in its encoder: part of its random streams' key
};

/// All that one layer computed, for the next layer, the pretext tasks and explanations.
struct LayerOutput {
  NodeInput input;      ///< h[N, d]
  ScorerTerms terms;    ///< for scoring further pairs
  at::Tensor scores;    ///< s[E, C], before the sigmoid
  at::Tensor weights;   ///< A[E, C], before edge dropout
  at::Tensor messages;  ///< z[N, C, H]
  at::Tensor hidden;    ///< h'[N, H] = LeakyReLU(W_agg [z^0 ; … ; z^m])
};

/// One DisGNN layer (paper, section "DisGNN Layer"): scores, weights, messages, fusion.
class DisentangledLayer : public Module {
 public:
  DisentangledLayer(const LayerConfig& config, const ParameterInit& init);
  [[nodiscard]] LayerOutput forward(const NodeInput& h, const ops::PairIndexPtr& index,
                                    const ForwardMode& mode) const;
  /// s[M, C] of pairs that need not be edges.
  [[nodiscard]] at::Tensor score_pairs(const LayerOutput& output,
                                       const ops::PairIndexPtr& pairs) const;

 private:
  LayerConfig config_;
  std::shared_ptr<ChannelScorer> scorer_;
  std::shared_ptr<Aggregator> aggregator_;
  std::shared_ptr<Affine> fuse_;
};

}  // namespace disgnn::nn
