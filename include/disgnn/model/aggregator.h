#pragma once

#include <memory>
#include <string>
#include <vector>

#include "disgnn/model/scorer.h"
#include "disgnn/ops/edge_weighting.h"

namespace disgnn::nn {

/// How a channel turns its scores and its neighbours' features into messages: Eq. 7, and the
/// other ones of Table 3.
class Aggregator : public Module {
 public:
  /// Weights [d, C*H] whose products with h are the last blocks of the terms: first the values that
  /// neighbours send, then whatever else `finish` takes.
  [[nodiscard]] virtual std::vector<at::Tensor> projections(ChannelRange channels) const = 0;
  /// How edge weights come from scores.
  [[nodiscard]] ops::EdgeNorm norm() const { return norm_; }
  /// Whether the weights of a node's entries depend on these alone, so that the attention operation
  /// can compute them itself.
  [[nodiscard]] bool is_row_wise() const { return norm_ != ops::EdgeNorm::kSymmetric; }
  /// Messages z[N, C, H] from the weighted sums of the values [N, C, H] and the last block of
  /// terms.
  [[nodiscard]] virtual at::Tensor finish(const at::Tensor& sums, const NodeTerms& terms) const;

 protected:
  explicit Aggregator(ops::EdgeNorm norm) : norm_(norm) {}

 private:
  ops::EdgeNorm norm_;
};

/// By name: softmax, sum or sym.
ops::EdgeNorm edge_norm_of(const std::string& name);
std::vector<std::string> edge_norm_names();

/// By name: attention, gcn or sage. Adding one touches its own file and a line in aggregator.cpp.
/// gcn has symmetric weights whatever `norm` says.
std::shared_ptr<Aggregator> make_aggregator(const std::string& name, const LayerSizes& sizes,
                                            ops::EdgeNorm norm, const ParameterInit& init);
std::vector<std::string> aggregator_names();

}  // namespace disgnn::nn
