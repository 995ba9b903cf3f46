#pragma once

#include <span>
#include <vector>

#include "disgnn/model/disgnn_model.h"

namespace disgnn {

/// Why a node got its class: what each entry and channel adds to the logit of the class predicted
/// for the receiving node, through the layers that the classifier reads (all with
/// --jumping-knowledge, else the last). From there to the logits the network is linear around the
/// given point (LeakyReLU), so weight times gradient splits a logit exactly: what is left over
/// comes from the node itself, what neighbours learnt from theirs before, readout features and
/// biases.
struct LogitContributions {
  std::vector<float> of_entries;  ///< [E, C], summed over the layers
  std::vector<float> of_nodes;    ///< [N, C]: their sums over a node's entries, self loop included
};

/// `output` and `predictions` [N] are those of an evaluation pass over `edges`. O(E C + N C H)
/// memory.
LogitContributions logit_contributions(const nn::DisGnnModel& model, const nn::ModelOutput& output,
                                       std::span<const std::int32_t> predictions,
                                       const ops::PairIndexPtr& edges);

/// Logit of the class that is predicted for each node, [N], from logits [N, K]. Mostly the highest
/// one; a prediction stage may have decided otherwise.
at::Tensor predicted_logits(const at::Tensor& logits, std::span<const std::int32_t> predictions);

}  // namespace disgnn
