#pragma once

#include "disgnn/graph/graph.h"
#include "disgnn/nn/disgnn_model.h"

namespace disgnn::nn {

/// Class probabilities [N, K] as an evaluation makes them of logits [N, K].
inline at::Tensor predicted(const DisGnnModel& model, const at::Tensor& logits,
                            const Graph& graph) {
  return model.after_listening(model.standalone_probabilities(logits), graph.index());
}

}  // namespace disgnn::nn
