#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "disgnn/graph/graph.h"
#include "disgnn/nn/module.h"
#include "disgnn/nn/node_classifier.h"

namespace disgnn::pretext {

/// What a self-supervision task may look at. There is no way from here to a validation or test
/// label.
struct PretextContext {
  const nn::NodeClassifier& model;
  const nn::ModelOutput& output;  ///< of the full step's forward pass
  const nn::NodeInput& features;  ///< what the model was given, before dropout
  const Graph& graph;
  /// [N] classes known to training: true labels of training nodes, confident predictions elsewhere
  /// if pseudo-labels are on, -1 otherwise.
  std::span<const std::int32_t> known_labels;
  /// [N] how sure the model is of those that are no true labels, 0 … 1; 0 of all others.
  std::span<const float> confidence = {};
  at::Tensor class_weights = {};  ///< [K] of the node loss; undefined: all alike
  std::uint64_t seed = 0;
  std::uint32_t step = 0;
};

/// A self-supervision signal with its own loss, and parameters of its own if it needs any.
class PretextTask : public nn::Module {
 public:
  [[nodiscard]] virtual std::string name() const = 0;
  /// A scalar: mean over its instances, summed over the layers it is applied to.
  [[nodiscard]] virtual at::Tensor loss(const PretextContext& context) const = 0;
  /// Whether the loss depends on PretextContext::known_labels.
  [[nodiscard]] virtual bool uses_known_labels() const { return false; }
};

/// How the channels together say whether a pair is an edge.
enum class EdgeUnion : std::uint8_t {
  kSum,      ///< logit = sum of the scores: channels may overrule each other
  kNoisyOr,  ///< 1 - prod (1 - e^i): an edge needs one channel that explains it, a non-edge none
};

struct PretextOptions {
  double edge_share = 1.0;          ///< p_e: share of the edge entries used as positives
  double negatives_per_edge = 3.0;  ///< negatives per positive
  EdgeUnion edge_union = EdgeUnion::kSum;
  bool balanced = true;          ///< homo and hetero edges count equally
  double self_confidence = 0.9;  ///< how sure a prediction must be to count as a node's label
  std::vector<std::int64_t> layers = {};  ///< positions of the layers the task is applied to
};

/// By name. Adding one touches its own file and a line in pretext_task.cpp. Throws Error (kUsage)
/// when the model lacks what the task works on.
std::shared_ptr<PretextTask> make_pretext_task(const std::string& name,
                                               const PretextOptions& options,
                                               const nn::NodeClassifier& model, std::uint64_t seed);
std::vector<std::string> pretext_task_names();

}  // namespace disgnn::pretext
