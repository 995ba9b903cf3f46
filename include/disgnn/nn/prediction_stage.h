#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "disgnn/core/progress_callback.h"
#include "disgnn/nn/model_config.h"
#include "disgnn/nn/module.h"
#include "disgnn/nn/node_input.h"

namespace disgnn::nn {

/// What can be known of a graph before or beside training: no validation or test label.
struct LabelledGraph {
  const NodeInput& features;
  const ops::PairIndexPtr& edges;
  std::span<const std::int32_t> known_labels;  ///< [N] of training nodes, -1 of all others
  std::int32_t classes = 0;                    ///< K
  at::Tensor class_weights = {};               ///< [K] as in the node loss; undefined: all alike
};

/// Works on the class probabilities of any model after training. Its buffers belong to the graph it
/// was fitted on.
class PredictionStage : public Module {
 public:
  [[nodiscard]] virtual std::string name() const = 0;
  /// Throws Error (kUsage) where the graph is too large for it; asked before training.
  virtual void require_feasible(const PairIndex& /*edges*/) const {}
  virtual void fit(const LabelledGraph& graph, const ProgressCallback& progress) = 0;
  /// P'[N, K] from P[N, K]
  [[nodiscard]] virtual at::Tensor apply(const at::Tensor& probabilities,
                                         const ops::PairIndexPtr& edges) const = 0;
  /// What it chose while it was fitted, for people to read; empty: nothing.
  [[nodiscard]] virtual std::string choices() const { return ""; }
};

using PredictionStages = std::vector<std::shared_ptr<PredictionStage>>;

/// One stage after the other.
at::Tensor apply_stages(const PredictionStages& stages, at::Tensor probabilities,
                        const ops::PairIndexPtr& edges);
/// Tensors of all stages, "NAME.tensor".
NamedTensors named_buffers(const PredictionStages& stages);

}  // namespace disgnn::nn
