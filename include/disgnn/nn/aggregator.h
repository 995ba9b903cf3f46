#pragma once

#include <memory>
#include <string>
#include <vector>

#include "disgnn/nn/module.h"
#include "disgnn/nn/scorer.h"

namespace disgnn::nn {

/// How a channel turns its scores and its neighbours' features into messages (paper, Table 3).
class Aggregator : public Module {
 public:
  /// Edge weights [E, C] from scores [E, C].
  [[nodiscard]] virtual at::Tensor weights(const at::Tensor& scores,
                                           const ops::PairIndexPtr& index) const = 0;
  /// Messages z[N, C, H] from the layer's input and (possibly dropped-out) weights [E, C].
  [[nodiscard]] virtual at::Tensor messages(const NodeInput& h, const at::Tensor& weights,
                                            const ops::PairIndexPtr& index) const = 0;
};

/// By name: attention, gcn or sage. Adding one touches its own file and a line in aggregator.cpp.
std::shared_ptr<Aggregator> make_aggregator(const std::string& name, const LayerSizes& sizes,
                                            const ParameterInit& init);
std::vector<std::string> aggregator_names();

}  // namespace disgnn::nn
