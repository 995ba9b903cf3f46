#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "disgnn/nn/forward_mode.h"
#include "disgnn/nn/layer_output.h"
#include "disgnn/nn/module.h"
#include "disgnn/nn/param_group.h"

// Where something that is not the paper's can be plugged into its model. The model knows these
// interfaces alone; who implements them is said in model/extension.h.

namespace disgnn::nn {

/// A part that someone else put into the model.
class ModelPart : public Module {
 public:
  /// How the optimiser treats one of its parameters.
  [[nodiscard]] virtual ParamGroup param_group_of(const std::string& /*parameter*/) const {
    return {};
  }
  /// Whether it holds no value for single nodes of its graph.
  [[nodiscard]] virtual bool is_inductive() const { return true; }
};

/// What the first layer reads in the place of the features.
class InputEncoder : public ModelPart {
 public:
  /// x[N, H] from the features as layers may see them, after dropout, and as they are.
  [[nodiscard]] virtual at::Tensor encode(const NodeInput& features, const NodeInput& whole,
                                          const ops::PairIndexPtr& edges) const = 0;
};

/// What the classifier reads beside the outputs of the layers.
class ReadoutFeature : public ModelPart {
 public:
  /// [N, H] from what the first layer reads.
  [[nodiscard]] virtual at::Tensor read(const NodeInput& h,
                                        const ops::PairIndexPtr& edges) const = 0;
};

/// A term added to the scores of edges and of sampled pairs.
class EdgePrior : public ModelPart {
 public:
  struct Output {
    PairEvidence evidence;
    /// [N, K] that learn from the training labels as the classifier does; may be undefined.
    at::Tensor auxiliary_logits;
  };
  /// From what is known before any layer: h[N, d] and the readout features [N, H], as they are and
  /// after dropout.
  [[nodiscard]] virtual Output evaluate(const NodeInput& h, std::span<const at::Tensor> readouts,
                                        std::span<const at::Tensor> dropped_readouts,
                                        const ops::PairIndexPtr& edges,
                                        const ForwardMode& mode) const = 0;
};

/// What was plugged in; none of it: the paper's model.
struct ModelParts {
  std::shared_ptr<InputEncoder> input;
  std::vector<std::pair<std::string, std::shared_ptr<ReadoutFeature>>> readouts;  ///< by name
  std::shared_ptr<EdgePrior> edge_prior;
};

}  // namespace disgnn::nn
