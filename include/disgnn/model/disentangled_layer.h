#pragma once

#include <functional>

#include "disgnn/graph/row_subset.h"
#include "disgnn/model/aggregator.h"
#include "disgnn/model/scorer.h"
#include "disgnn/nn/affine.h"
#include "disgnn/nn/forward_mode.h"
#include "disgnn/nn/layer_output.h"
#include "disgnn/ops/channel_attention.h"

namespace disgnn::nn {

/// Channels 0 .. homo_channels-1 form the homo half, the rest the hetero half
/// (paper, Eq. 12 and 13). Odd C gives the homo half the smaller share.
constexpr std::int64_t homo_channels(std::int64_t channels) {
  return channels / 2;
}

struct LayerConfig {
  LayerSizes sizes;
  std::string scorer = "mlp";
  std::string aggregator = "attention";
  std::string edge_norm = "softmax";
  bool self_term = false;      ///< h' also gets W_self h_v
  bool edge_prior = false;     ///< scores also get evidence of the pairs (model/ports.h)
  double edge_dropout = 0;     ///< on the edge weights A
  std::uint16_t position = 0;  ///< of the layer in its encoder: part of its random streams' key
};

/// One DisGNN layer (paper, Eq. 6 to 8):
///   s[E, C] and weights A[E, C] of the entries (Eq. 6), messages z[N, C, H] (Eq. 7),
///   h'[N, H] = LeakyReLU(W_agg [z^0 ; … ; z^m] + W_self h), the self term being an option (Eq. 8)
class DisentangledLayer : public Module {
 public:
  DisentangledLayer(const LayerConfig& config, const ParameterInit& init);
  [[nodiscard]] LayerOutput forward(const NodeInput& h, const ops::PairIndexPtr& index,
                                    const ForwardMode& mode,
                                    const PairEvidence& evidence = {}) const;
  /// Whether some nodes can be computed alone: weights that depend on the entries of a row only,
  /// and no evidence of pairs.
  [[nodiscard]] bool is_row_wise() const;
  /// h'[T, H] of some nodes alone, from the h of the nodes they receive from; is_row_wise() only.
  [[nodiscard]] at::Tensor hidden_of(const RowSubsetPtr& rows, const NodeInput& h,
                                     const ForwardMode& mode) const;
  /// s[M] summed over the channels, of pairs that need not be edges.
  [[nodiscard]] at::Tensor pair_logits(const LayerOutput& output,
                                       const ops::PairIndexPtr& pairs) const;
  /// The same of every channel, s[M, C]; not for lean layers.
  [[nodiscard]] at::Tensor pair_scores(const LayerOutput& output,
                                       const ops::PairIndexPtr& pairs) const;
  /// z[N, count, H] of some channels, computed from `h` (the output's input) if they were not kept.
  [[nodiscard]] at::Tensor messages(const LayerOutput& output, const NodeInput& h,
                                    ChannelRange channels) const;
  /// A[E, C] before edge dropout, from scores of single channels. Training needs it inside the
  /// kernels only.
  [[nodiscard]] at::Tensor edge_weights(const LayerOutput& output,
                                        const ops::PairIndexPtr& index) const;
  /// h'[N, H] with edge weights A[E, C] in the place of the layer's own, differentiable by them.
  [[nodiscard]] at::Tensor hidden_given(const LayerOutput& output, const at::Tensor& weights) const;
  [[nodiscard]] bool is_lean() const { return config_.sizes.memory == MemoryUse::kLean; }
  [[nodiscard]] std::int64_t channels() const { return config_.sizes.channels; }
  [[nodiscard]] std::int64_t input_width() const { return config_.sizes.input; }  ///< d

 private:
  [[nodiscard]] ChannelRange all_channels() const { return {0, config_.sizes.channels}; }
  [[nodiscard]] ops::EdgeDropout dropout(const ForwardMode& mode) const;
  /// `rows` null: all nodes receive.
  [[nodiscard]] NodeTerms terms_of(const NodeInput& h, const RowSubsetPtr& rows,
                                   ChannelRange channels) const;
  /// Scores and messages: fused where scorer and aggregator allow it. `evidence`[E] may be
  /// undefined.
  [[nodiscard]] ops::ChannelAttention attend(const NodeTerms& terms, const ops::PairIndexPtr& index,
                                             ops::EdgeDropout dropout,
                                             const at::Tensor& evidence) const;
  /// What evidence [M] adds to the scores of some channels, [M, count].
  [[nodiscard]] at::Tensor prior(const at::Tensor& evidence, ChannelRange channels) const;
  /// s[M] summed over the channels, without what evidence adds.
  [[nodiscard]] at::Tensor scored_logits(const LayerOutput& output,
                                         const ops::PairIndexPtr& pairs) const;
  [[nodiscard]] at::Tensor fused_hidden(const at::Tensor& messages,
                                        const ops::SharedGradientPtr& gradient, const NodeInput& h,
                                        const RowSubsetPtr& rows) const;
  /// h' from the merged messages, in place, and the own h of the nodes.
  [[nodiscard]] at::Tensor activated(const at::Tensor& fused, const NodeInput& h,
                                     const RowSubsetPtr& rows) const;
  void forward_lean(LayerOutput& out, const ForwardMode& mode) const;
  /// h'[T, H] channel by channel, each computed again in the backward pass; `scores` if given
  /// takes each channel's s[E].
  [[nodiscard]] at::Tensor lean_hidden(
      const NodeInput& h, const RowSubsetPtr& rows, const ops::PairIndexPtr& index,
      const ops::EdgeDropout& dropout, const at::Tensor& evidence,
      const std::function<void(std::int64_t, const at::Tensor&)>& scores) const;

  LayerConfig config_;
  std::shared_ptr<ChannelScorer> scorer_;
  std::shared_ptr<Aggregator> aggregator_;
  std::shared_ptr<Affine> fuse_;
  at::Tensor self_weight_;   // [d, H]; undefined without the self term
  at::Tensor prior_weight_;  // [C]: how much evidence counts in a channel; undefined without
};

}  // namespace disgnn::nn
