#pragma once

#include "disgnn/nn/affine.h"
#include "disgnn/nn/aggregator.h"
#include "disgnn/nn/forward_mode.h"
#include "disgnn/nn/scorer.h"
#include "disgnn/ops/channel_attention.h"

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
  NodeTerms terms;      ///< for scoring further pairs
  at::Tensor scores;    ///< s[E, C], before the sigmoid
  at::Tensor messages;  ///< z[N, C, H]
  at::Tensor hidden;    ///< h'[N, H] = LeakyReLU(W_agg [z^0 ; … ; z^m])
};

/// One DisGNN layer (paper, section "DisGNN Layer"): scores, weights, messages, fusion.
class DisentangledLayer : public Module {
 public:
  DisentangledLayer(const LayerConfig& config, const ParameterInit& init);
  [[nodiscard]] LayerOutput forward(const NodeInput& h, const ops::PairIndexPtr& index,
                                    const ForwardMode& mode) const;
  /// s[M] summed over the channels, of pairs that need not be edges.
  [[nodiscard]] at::Tensor pair_logits(const LayerOutput& output,
                                       const ops::PairIndexPtr& pairs) const;
  /// A[E, C] before edge dropout. Training needs it inside the kernels only.
  [[nodiscard]] at::Tensor edge_weights(const LayerOutput& output,
                                        const ops::PairIndexPtr& index) const;

 private:
  [[nodiscard]] NodeTerms terms_of(const NodeInput& h) const;
  /// Scores and weighted sums of values: fused where scorer and aggregator allow it.
  [[nodiscard]] ops::ChannelAttention attend(const NodeTerms& terms, const ops::PairIndexPtr& index,
                                             const ops::EdgeDropout& dropout) const;

  LayerConfig config_;
  std::shared_ptr<ChannelScorer> scorer_;
  std::shared_ptr<Aggregator> aggregator_;
  std::shared_ptr<Affine> fuse_;
};

}  // namespace disgnn::nn
