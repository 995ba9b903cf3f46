#pragma once

#include <memory>
#include <string>
#include <vector>

#include "disgnn/nn/scorer.h"

namespace disgnn::nn {

/// How a channel turns its scores and its neighbours' features into messages (paper, Table 3).
class Aggregator : public Module {
 public:
  /// Weights [d, C*H] whose products with h are the last blocks of the terms: first the values that
  /// neighbours send, then whatever else `finish` takes.
  [[nodiscard]] virtual std::vector<at::Tensor> projections(ChannelRange channels) const = 0;
  /// Edge weights [E, C] from scores [E, C].
  [[nodiscard]] virtual at::Tensor weights(const at::Tensor& scores,
                                           const ops::PairIndexPtr& index) const = 0;
  /// Whether these are the softmax weights that the attention operation computes itself.
  [[nodiscard]] virtual bool uses_softmax() const = 0;
  /// Messages z[N, C, H] from the weighted sums of the values [N, C, H] and the last block of
  /// terms.
  [[nodiscard]] virtual at::Tensor finish(const at::Tensor& sums, const NodeTerms& terms) const;
};

/// By name: attention, gcn or sage. Adding one touches its own file and a line in aggregator.cpp.
std::shared_ptr<Aggregator> make_aggregator(const std::string& name, const LayerSizes& sizes,
                                            const ParameterInit& init);
std::vector<std::string> aggregator_names();

}  // namespace disgnn::nn
